import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { mathSeries } from './series.ts'
import { continuationsOf } from './series-rules.ts'

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
    [[7, 1, 9, 4, 2, 8], []],
  ])('finds in %j the one next term', (terms, next) => {
    expect(continuationsOf(terms, 4)).toEqual(next)
  })

  it('finds both terms of a series that two rules explain', () => {
    expect(continuationsOf([-2, 2, 2, 0, -2, -2, 2], 3)).toEqual([12, -4])
  })
})

describe('math-series', () => {
  const items = mathSeries.levels.flatMap((level) =>
    Array.from({ length: 60 }, (_, i) => mathSeries.generate(createRng(`series/${level}/${i}`), level)),
  )

  it('has one continuation under every rule of its complexity, and the key is that one', () => {
    for (const { question, key, radicals } of items) {
      const terms = question.prompt.split('\n\n')[1]!.split(', ').slice(0, -1).map(read)
      const right = question.options?.find(({ id }) => id === key.right)?.text ?? (key.right as string)
      expect(continuationsOf(terms, radicals.complexity as number)).toEqual([read(right)])
    }
  })

  it('offers no option that a rule of any complexity would give, except the key', () => {
    for (const { question, key, radicals } of items) {
      const terms = (radicals.terms as string).split(' ').map(Number)
      const others = (question.options ?? []).filter(({ id }) => id !== key.right).map(({ text }) => read(text!))
      expect(continuationsOf(terms, 9).filter((value) => others.includes(value))).toEqual([])
    }
  })

  it('names the key in its explanation', () => {
    for (const { question, key } of items) {
      const right =
        question.options?.find(({ id }) => id === key.right)?.text ?? (key.right as string).replace('-', '−')
      expect(key.explanation).toContain(`наступне число — ${right}.`)
    }
  })
})
