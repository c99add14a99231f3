import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { equationsIn } from './equations.ts'
import { mathTable } from './table.ts'
import { type Line, solutionsOf, type Table, tableRules } from './table-rules.ts'

const ambiguous: Table = [
  [1, 1, 2],
  [2, 2, 4],
  [3, 5, 8],
]

describe('solutionsOf', () => {
  it('solutionsOf finds both numbers of a table that fits a sum and twice the first', () => {
    const solutions = solutionsOf(ambiguous)
    expect(solutions).toContain(8)
    expect(solutions).toContain(6)
  })

  it('solutionsOf finds the one number of a table that a single rule fits', () => {
    expect(
      solutionsOf([
        [7, 5, 12],
        [3, 11, 14],
        [16, 13, 0],
      ]),
    ).toEqual([29])
  })

  it.each([
    ['three times the second', [7, 3, 21], [5, 3, 15], [3, 6], [18, 9]],
    ['five times the first', [8, 5, 40], [6, 5, 30], [3, 6], [18, 15]],
    ['products less an operand', [5, 5, 20], [4, 4, 12], [8, 10], [70, 72, 54, 92]],
    ['six times the first', [8, 6, 42], [9, 6, 48], [6, 9], [48, 45]],
    ['half of the first', [8, 2, 4], [12, 9, 6], [94, 16], [47]],
    ['half of the second', [5, 6, 3], [3, 8, 4], [15, 48], [24]],
    ['a third of the first, less one', [12, 5, 3], [21, 8, 6], [33, 4], [10]],
    ['the first less half of the second', [9, 4, 7], [12, 6, 9], [20, 14], [13]],
    ['twice the difference', [9, 5, 8], [12, 5, 14], [10, 4], [12]],
  ] as const)('solutionsOf sees %s, a rule by which no table is made', (_, first, second, begun, answers) => {
    const solutions = solutionsOf([first, second, [...begun, 0]])
    for (const answer of answers) expect(solutions).toContain(answer)
  })
})

describe('the rules of tables', () => {
  it('every table rule is linear in the last number, as the search for second answers requires', () => {
    for (const { name, rest } of tableRules) {
      for (const [a, b] of [
        [3, 17],
        [20, 4],
        [9, 9],
        [0, 5],
      ] as const) {
        const steps = [0, 1, 250, 501, 998].map((c) => rest([a, b, c + 1] as Line) - rest([a, b, c] as Line))
        expect([name, new Set(steps).size]).toEqual([name, 1])
      }
    }
  })
})

describe('math-table', () => {
  it('a number table has one solution under every rule of the grammar, along rows and columns, and it is the key', () => {
    for (const level of mathTable.levels) {
      for (let i = 0; i < 25; i++) {
        const { question, key } = mathTable.generate(createRng(`table/${level}/${i}`), level)
        const numbers = question.figure!.alt.match(/\d+/g)!.map(Number)
        const table = [numbers.slice(0, 3), numbers.slice(3, 6), [...numbers.slice(6), 0]] as unknown as Table
        const right = Number(question.options?.find(({ id }) => id === key.right)?.text ?? key.right)
        expect(numbers).toHaveLength(8)
        expect(solutionsOf(table)).toEqual([right])
      }
    }
  })

  it('the explanation of a number table works out all three lines by true equations that end in the key', () => {
    for (const level of mathTable.levels) {
      for (let i = 0; i < 25; i++) {
        const { question, key, radicals } = mathTable.generate(createRng(`worked/${level}/${i}`), level)
        const right = question.options?.find(({ id }) => id === key.right)?.text ?? key.right
        const [solution, wrong] = key.explanation.split('\n') as [string, string | undefined]
        const worked = equationsIn(solution)
        expect(worked).toHaveLength(3)
        const lines = linesOf(String(radicals.table), String(radicals.along))
        for (const [at, { said, sides }] of worked.entries()) {
          expect([said, new Set(sides).size]).toEqual([said, 1])
          // The equation contains every number of its line.
          const numbers = said.match(/\d+/g)!.map(Number)
          for (const number of lines[at]!) expect([said, numbers.includes(number)]).toEqual([said, true])
        }
        expect(solution.endsWith(` ${right}.`)).toBe(true)
        expect(wrong === undefined).toBe(question.options === undefined)
        const offered = wrong?.match(/— (\d+),/)?.[1]
        if (wrong)
          expect(question.options!.filter(({ text, id }) => text === offered && id !== key.right)).toHaveLength(1)
      }
    }
  })
})

function linesOf(table: string, along: string): number[][] {
  const numbers = table.split(/[ ,]/).map(Number)
  const places = [0, 1, 2]
  return places.map((line) => places.map((at) => numbers[along === 'columns' ? at * 3 + line : line * 3 + at]!))
}
