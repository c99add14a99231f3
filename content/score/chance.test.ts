import { describe, expect, it } from 'vitest'
import { probabilityOfAtLeast } from './chance.ts'

describe('probabilityOfAtLeast', () => {
  it('is the binomial tail where all chances are alike', () => {
    // 30 questions of 8 options: P(X ≥ 7) by the binomial formula.
    const tail = Array.from({ length: 24 }, (_, i) => i + 7).reduce((sum, k) => sum + binomial(30, k, 1 / 8), 0)
    expect(
      probabilityOfAtLeast(
        7,
        Array.from({ length: 30 }, () => 1 / 8),
      ),
    ).toBeCloseTo(tail, 12)
  })

  it('takes each answer with its own chance: worked out by hand for two', () => {
    expect(probabilityOfAtLeast(1, [0.5, 0.2])).toBeCloseTo(1 - 0.5 * 0.8, 12)
    expect(probabilityOfAtLeast(2, [0.5, 0.2])).toBeCloseTo(0.1, 12)
  })

  it('is certain of none, and cannot be where one typed answer is right', () => {
    expect(probabilityOfAtLeast(0, [])).toBe(1)
    expect(probabilityOfAtLeast(0, [0.3])).toBeCloseTo(1, 12)
    expect(probabilityOfAtLeast(2, [0.3, 0])).toBe(0)
  })
})

function binomial(n: number, k: number, p: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways * p ** k * (1 - p) ** (n - k)
}
