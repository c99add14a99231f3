import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { mathTable } from './table.ts'
import { type Line, solutionsOf, type Table, tableRules } from './table-rules.ts'

const ambiguous: Table = [
  [1, 1, 2],
  [2, 2, 4],
  [3, 5, 8],
]

describe('solutionsOf', () => {
  it('finds every number that some rule gives: a sum and twice the first differ here', () => {
    const solutions = solutionsOf(ambiguous, 2, 2)
    expect(solutions).toContain(8)
    expect(solutions).toContain(6)
  })

  it('finds the one number of a sound table', () => {
    expect(
      solutionsOf(
        [
          [7, 5, 12],
          [3, 11, 14],
          [16, 13, 0],
        ],
        2,
        1,
      ),
    ).toEqual([29])
  })
})

describe('the rules of tables', () => {
  it('are of the first degree in the last number, on which the search for second answers stands', () => {
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
  it('has one solution under every rule of its complexity, along rows and columns, and the key is that one', () => {
    for (const level of mathTable.levels) {
      for (let i = 0; i < 25; i++) {
        const { question, key, radicals } = mathTable.generate(createRng(`table/${level}/${i}`), level)
        const numbers = question.figure!.alt.match(/\d+/g)!.map(Number)
        const table = [numbers.slice(0, 3), numbers.slice(3, 6), [...numbers.slice(6), 0]] as unknown as Table
        const right = Number(question.options?.find(({ id }) => id === key.right)?.text ?? key.right)
        expect(numbers).toHaveLength(8)
        expect(solutionsOf(table, 2, Math.max(2, radicals.complexity as number))).toEqual([right])
      }
    }
  })
})
