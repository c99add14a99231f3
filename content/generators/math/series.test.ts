import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { equationsIn } from './equations.ts'
import { mathSeries } from './series.ts'
import { continuationsOf } from './series-rules.ts'
import { wideContinuationsOf } from './wide-series-rules.ts'

const read = (text: string) => Number(text.replace('−', '-'))

describe('continuationsOf', () => {
  it.each([
    [[3, 6, 9, 12, 15], [18]],
    [[3, 6, 12, 24], [48]],
    [[1, 2, 4, 7, 11], [16]],
    [[1, 1, 2, 3, 5, 8], [13]],
    [[2, 5, 11, 23, 47], [95]],
    [[5, 8, 16, 19, 38, 41], [82]],
    [[1, 10, 2, 20, 3, 40, 4], [80]],
    [[1, 8, 27, 64, 125, 216], [343]],
    [[3, 1, 4, 8, 13, 25], [46]],
    [[1, 3, 7, 17, 41], [99]],
    [[5, 9, 7, 8, 12, 10, 11, 15], [13]],
    [[7, 1, 9, 4, 2, 8], []],
  ])('continuationsOf finds every next term of %j', (terms, next) => {
    expect(continuationsOf(terms, 4)).toEqual(next)
  })

  it('continuationsOf finds both next terms of a series that two rules explain', () => {
    expect(continuationsOf([-2, 2, 2, 0, -2, -2, 2], 3)).toEqual([12, -4])
  })
})

describe('wideContinuationsOf', () => {
  it.each([
    ['twice the last and the one before', [1, 2, 5, 12, 29], 70],
    ['a product and one', [1, 2, 3, 7, 22], 155],
    ['a square less one', [2, 3, 8, 63], 3968],
    ['the sum of three', [1, 2, 4, 7, 13, 24], 44],
    ['twice the last and a growing number', [1, 3, 8, 19, 42], 89],
    ['a growing factor and one', [1, 2, 5, 16, 65], 326],
    ['fourth powers', [1, 16, 81, 256, 625, 1296, 2401], 4096],
    ['steps whose steps double', [1, 2, 4, 8, 16, 32], 64],
    ['steps in threes', [1, 2, 4, 7, 8, 10], 13],
    ['a row of squares between tens', [1, 10, 4, 20, 9, 30, 16, 40], 25],
    ['two rows of steps', [1, 2, 12, 14, 23, 26, 34], 38],
    ['steps by a growing factor', [1, 2, 4, 10, 34, 154], 874],
  ])('wideContinuationsOf sees %s', (_, terms, next) => {
    expect(wideContinuationsOf(terms)).toContain(next)
  })

  it('wideContinuationsOf sees nothing in numbers without a rule', () => {
    expect(wideContinuationsOf([7, 1, 9, 4, 2, 8])).toEqual([])
  })
})

describe('math-series', () => {
  const items = mathSeries.levels.flatMap((level) =>
    Array.from({ length: 60 }, (_, i) => mathSeries.generate(createRng(`series/${level}/${i}`), level)),
  )

  it('a number series has one continuation under every rule of its complexity and of the wider grammar, and it is the key', () => {
    for (const { question, key, radicals } of items) {
      const terms = question.prompt.split('\n\n')[1]!.split(', ').slice(0, -1).map(read)
      const right = question.options?.find(({ id }) => id === key.right)?.text ?? (key.right as string)
      expect(continuationsOf(terms, radicals.complexity as number)).toEqual([read(right)])
      expect(wideContinuationsOf(terms).filter((next) => next !== read(right))).toEqual([])
    }
  })

  it('a number series offers no wrong option that a rule of any complexity would give', () => {
    for (const { question, key, radicals } of items) {
      const terms = (radicals.terms as string).split(' ').map(Number)
      const others = (question.options ?? []).filter(({ id }) => id !== key.right).map(({ text }) => read(text!))
      expect(continuationsOf(terms, 9).filter((value) => others.includes(value))).toEqual([])
    }
  })

  it('the explanation of a number series works out the next number by true equations, and where a wrong option errs', () => {
    for (const { question, key, radicals } of items) {
      const [solution, wrong] = key.explanation.split('\n')
      const equations = equationsIn(solution!)
      expect(equations.length, solution).toBeGreaterThan(0)
      for (const { said, sides } of equations) expect([said, new Set(sides).size]).toEqual([said, 1])
      const option = question.options?.find(({ id }) => id === key.right)?.text
      const next = read(option ?? String(key.right))
      expect(equations.at(-1)!.sides[0]).toBe(next)
      expect(wrong === undefined).toBe(option === undefined)
      if (wrong === undefined) continue
      const [offered, before, toWrong, toRight] = wrong
        .match(/[+−]?\d+/g)!
        .map((number) => read(number.replace('+', '')))
      expect(question.options!.map(({ text }) => read(text!))).toContain(offered)
      expect(before).toBe(Number(String(radicals.terms).split(' ').at(-1)))
      expect([before! + toWrong!, before! + toRight!]).toEqual([offered, next])
    }
  })

  it('the explanation of a number series lists the true differences and rows of its terms', () => {
    for (const { key, radicals } of items) {
      const terms = String(radicals.terms).split(' ').map(Number)
      const listed = key.explanation.match(/Різниці між сусідніми числами: ([^;.]*)/)?.[1]?.split(', ')
      if (listed)
        expect(listed.map((step) => read(step.replace('+', '')))).toEqual(
          terms.slice(1).map((value, i) => value - terms[i]!),
        )
      const rows = key.explanation.match(/На непарних місцях: (.*?) \(.*на парних: (.*?) \(/)
      if (rows)
        expect(rows.slice(1).map((row) => row.split(', ').map(read))).toEqual(
          [0, 1].map((start) => terms.filter((_, i) => i % 2 === start)),
        )
    }
  })

  it('the explanation of a number series names the key', () => {
    for (const { question, key } of items) {
      const right =
        question.options?.find(({ id }) => id === key.right)?.text ?? (key.right as string).replace('-', '−')
      expect(key.explanation).toContain(`наступне число — ${right}.`)
    }
  })
})
