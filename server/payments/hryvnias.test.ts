import { describe, expect, it } from 'vitest'
import { toHryvnias, toKopiykas } from './hryvnias.ts'

describe('money between kopiykas and hryvnias', () => {
  it('every amount up to 1000 ₴ survives the conversion to hryvnias and back, through JSON as well', () => {
    const thereAndBack = (amount: number) => toKopiykas(JSON.parse(JSON.stringify(toHryvnias(amount))))
    // One expectation for all: each call of `expect` costs more than a conversion.
    const amounts = Array.from({ length: 100_001 }, (_, amount) => amount)
    expect(amounts.filter((amount) => thereAndBack(amount) !== amount)).toEqual([])
  })

  it('toKopiykas reads amounts as LiqPay writes them', () => {
    expect([toKopiykas('149.00'), toKopiykas('0.1'), toKopiykas(1.005e2)]).toEqual([14_900, 10, 10_050])
  })

  it.each(['NaN', 'Infinity', '', 'free', -1, 0.001, 149.005])('toKopiykas takes %j for no amount', (value) => {
    expect(toKopiykas(value)).toBeNull()
  })
})
