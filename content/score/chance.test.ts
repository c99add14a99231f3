import { describe, expect, it } from 'vitest'
import { greatestByChance, probabilityOfAtLeast, probabilityOfSuchSuccess } from './chance.ts'

describe('probabilityOfAtLeast', () => {
  it('probabilityOfAtLeast is the binomial tail if all chances are alike', () => {
    // 30 questions of 8 options: P(X ≥ 7) by the binomial formula.
    const tail = Array.from({ length: 24 }, (_, i) => i + 7).reduce((sum, k) => sum + binomial(30, k, 1 / 8), 0)
    expect(
      probabilityOfAtLeast(
        7,
        Array.from({ length: 30 }, () => 1 / 8),
      ),
    ).toBeCloseTo(tail, 12)
  })

  it('probabilityOfAtLeast takes each answer with its own chance, as worked out by hand for two', () => {
    expect(probabilityOfAtLeast(1, [0.5, 0.2])).toBeCloseTo(1 - 0.5 * 0.8, 12)
    expect(probabilityOfAtLeast(2, [0.5, 0.2])).toBeCloseTo(0.1, 12)
  })

  it('probabilityOfAtLeast is 1 for no right answer, and 0 if a typed answer has to be right by chance', () => {
    expect(probabilityOfAtLeast(0, [])).toBe(1)
    expect(probabilityOfAtLeast(0, [0.3])).toBeCloseTo(1, 12)
    expect(probabilityOfAtLeast(2, [0.3, 0])).toBe(0)
  })
})

describe('probabilityOfSuchSuccess', () => {
  const paper = Array.from({ length: 30 }, (_, i) => ({ difficulty: -2 + (4 * i) / 29, chance: 1 / 8 }))
  const withRight = (isRight: (place: number) => boolean) =>
    probabilityOfSuchSuccess(paper.map((item, place) => ({ ...item, right: isRight(place) })))

  it('probabilityOfSuchSuccess is the binomial tail if all questions are alike', () => {
    const alike = paper.map((item, place) => ({ ...item, difficulty: 0, right: place < 7 }))
    expect(probabilityOfSuchSuccess(alike)).toBeCloseTo(
      probabilityOfAtLeast(
        7,
        paper.map(({ chance }) => chance),
      ),
      12,
    )
  })

  it('probabilityOfSuchSuccess takes eight right easy answers for reading, and eight scattered or hard ones for luck', () => {
    expect(withRight((place) => place < 8)).toBeLessThan(0.01)
    expect(withRight((place) => place % 4 === 2)).toBeGreaterThan(greatestByChance)
    expect(withRight((place) => place >= 22)).toBeGreaterThan(greatestByChance)
  })

  it('one more right answer never makes luck a likelier cause', () => {
    const tails = Array.from({ length: 31 }, (_, right) => withRight((place) => place >= 30 - right))
    tails.slice(1).forEach((tail, i) => {
      expect(tail).toBeLessThanOrEqual(tails[i]! + 1e-12)
    })
  })

  it('probabilityOfSuchSuccess is 1 without answers, and 0 if a typed answer is right', () => {
    expect(probabilityOfSuchSuccess([])).toBe(1)
    expect(probabilityOfSuchSuccess([{ difficulty: 0, chance: 0, right: true }])).toBe(0)
  })
})

function binomial(n: number, k: number, p: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways * p ** k * (1 - p) ** (n - k)
}
