import { heading, row } from '../table.ts'
import { measureWeights, readBudgets } from './budgets.ts'

export function printWeights(floor: number): void {
  heading('Weight: kB (1000 bytes) as they are sent, brotli where text')
  row('floor: the libraries alone', floor, 'kB')
  const budgets = readBudgets()
  for (const [name, bytes] of Object.entries(measureWeights())) {
    const budget = budgets[name]
    const limit = budget === undefined ? {} : { aim: `budget ${(budget.bytes / 1000).toFixed(1)} kB` }
    row(name, bytes, 'kB', { ...(name.includes('JavaScript') && { floor }), ...limit })
  }
}
