import { expect, it } from 'vitest'
import { callersKept, createBudget } from './budget.ts'

function budget() {
  let clock = 0
  const { spend } = createBudget(1, undefined, () => clock)
  const isRefused = (caller: string, cost?: number) => {
    try {
      spend(caller, cost)
      return false
    } catch {
      return true
    }
  }
  return { spend, isRefused, pass: (ms: number) => (clock += ms) }
}

it('[S21] a caller gets 429 after 240 calls, may make six more a second later, and limits no other caller', () => {
  const { spend, isRefused, pass } = budget()
  for (let call = 0; call < 240; call += 1) spend('somebody')
  expect(() => spend('somebody')).toThrow(expect.objectContaining({ code: 'rate_limited', statusCode: 429 }))
  expect(isRefused('somebody else')).toBe(false)
  pass(1000)
  expect(Array.from({ length: 7 }, () => isRefused('somebody'))).toEqual([...Array(6).fill(false), true])
})

it('[S13] a call that costs more than its bucket has is refused and costs nothing', () => {
  const { isRefused, pass } = budget()
  expect(isRefused('flood', 200)).toBe(false)
  expect(isRefused('flood', 50)).toBe(true)
  expect(isRefused('flood', 40)).toBe(false)
  pass(60_000)
  expect([isRefused('flood', 240), isRefused('flood')]).toEqual([false, true])
})

it('a check whether a caller has budget left takes nothing, and evicts no other caller', () => {
  const { spend, requireLeft } = createBudget(1, { full: 1, perSecond: 1 }, () => 0)
  const isSpent = (caller: string) => {
    try {
      requireLeft(caller)
      return false
    } catch {
      return true
    }
  }
  for (let caller = 0; caller < callersKept; caller += 1) spend(`caller ${caller}`)
  expect([isSpent('caller 0'), isSpent('caller 1'), isSpent('nobody yet')]).toEqual([true, true, false])
  spend('one more')
  expect([isSpent('caller 0'), isSpent('caller 1'), isSpent('one more')]).toEqual([false, true, true])
})
