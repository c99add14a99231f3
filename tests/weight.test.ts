import { describe, expect, it } from 'vitest'
import {
  findExcess,
  measureWeights,
  readBudgets,
  readBuiltModules,
  readKeptModules,
} from '../benches/weight/budgets.ts'

const reason = 'a reason'

describe('the weight of what a visitor loads', () => {
  it('every first load, chunk and precache list stays within its budget', () => {
    const modules = { kept: readKeptModules(), built: readBuiltModules() }
    expect(findExcess(measureWeights(), readBudgets(), modules)).toEqual([])
  })

  it('the check of weight knows the modules of every chunk of a first load, so that it can name those that grew', () => {
    const chunks = Object.keys(measureWeights()).filter((name) => name.startsWith('chunk '))
    expect(chunks.length).toBeGreaterThan(10)
    const built = readBuiltModules()
    for (const chunk of chunks) expect(Object.keys(built[chunk.slice(6)] ?? {}), chunk).not.toEqual([])
  })

  it('each budget of weight has a reason', () => {
    for (const [name, budget] of Object.entries(readBudgets())) expect(budget.reason, name).not.toBe('')
  })

  it('the check of weight names the chunk and the modules that grew if a first load is two kilobytes too heavy', () => {
    const kept = { window: { 'src/main.tsx': 500, 'src/app/routes.tsx': 4000 } }
    const built = { window: { 'src/main.tsx': 500, 'src/app/routes.tsx': 4100, 'src/new.ts': 5200 } }
    const budgets = { 'JavaScript of /': { bytes: 100_000, reason }, 'chunk window': { bytes: 18_000, reason } }
    const weights = { 'JavaScript of /': 102_000, 'chunk window': 20_000 }
    expect(findExcess(weights, budgets, { kept, built })).toEqual([
      'JavaScript of /: 102000 bytes, 2000 more than its budget',
      'chunk window: 20000 bytes, 2000 more than its budget: src/new.ts +5200, src/app/routes.tsx +100',
    ])
  })

  it('the check of weight reports a chunk without a budget, and a budget without a chunk', () => {
    const budgets = { 'chunk old': { bytes: 1000, reason } }
    expect(findExcess({ 'chunk new': 10 }, budgets, { kept: {}, built: {} })).toEqual([
      'chunk new: 10 bytes, and no budget in benches/weight/budgets.json',
      'chunk old: has a budget, and the build has nothing of that name',
    ])
  })
})
