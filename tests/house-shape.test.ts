import { expect, it } from 'vitest'
import budgets from '../benches/shape/budgets.json' with { type: 'json' }
import { measureShape } from '../benches/shape/measure-shape.ts'

it('the project has no more lines, imports and data than its budgets allow; a higher budget is a commit of its own', () => {
  const shape = measureShape()
  expect(Object.keys(shape)).toEqual(Object.keys(budgets))
  const excess = Object.entries(budgets)
    .filter(([name, { most }]) => shape[name]! > most)
    .map(([name, { most }]) => `${name}: ${shape[name]}, and the budget is ${most}`)
  expect(excess).toEqual([])
  for (const lines of ['src', 'server', 'content', 'contract']) expect(shape[`lines of ${lines}`]).toBeGreaterThan(1000)
})
