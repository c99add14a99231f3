import { describe, expect, it } from 'vitest'
import { createRng } from '../rng.ts'
import { estimateAbility, type ItemResponse, probabilityOfRight } from './eap.ts'
import { shareBelow } from './normal.ts'

const spread = (count: number, right: (i: number) => boolean, guessing = 0): ItemResponse[] =>
  Array.from({ length: count }, (_, i) => ({
    difficulty: -2.2 + (4.4 * i) / (count - 1),
    discrimination: 1.2,
    guessing,
    right: right(i),
  }))

describe('estimateAbility', () => {
  it('estimateAbility returns the prior if there is no answer', () => {
    const { theta, psd } = estimateAbility([])
    expect(theta).toBeCloseTo(0, 10)
    expect(psd).toBeCloseTo(1, 5)
  })

  it('estimateAbility agrees with one item worked out by hand: θ̂ = 2∫θ·P(θ)φ(θ)dθ, and its mirror', () => {
    const item = { difficulty: 0, discrimination: 1, guessing: 0 }
    let mean = 0
    for (let theta = -8; theta <= 8; theta += 0.001) {
      mean +=
        (2 * theta * probabilityOfRight(theta, item) * Math.exp(-(theta ** 2) / 2) * 0.001) / Math.sqrt(2 * Math.PI)
    }
    expect(estimateAbility([{ ...item, right: true }]).theta).toBeCloseTo(mean, 4)
    expect(estimateAbility([{ ...item, right: false }]).theta).toBeCloseTo(-mean, 4)
  })

  it('estimateAbility is symmetrical without guessing', () => {
    const low = estimateAbility(spread(30, (i) => i < 10))
    const high = estimateAbility(spread(30, (i) => i < 20))
    expect(low.theta).toBeCloseTo(-high.theta, 8)
    expect(low.psd).toBeCloseTo(high.psd, 8)
  })

  it.each([
    [10, 8.6, 131],
    [20, 6.6, 138],
    [30, 5.6, 143],
    [60, 4.1, 149],
  ])(
    'estimateAbility with %i items of a = 1.2 has the simulated mean error of %f IQ points and reaches IQ %i',
    (count, error, greatest) => {
      const rng = createRng(`people/${count}`)
      const errors = Array.from({ length: 400 }, () => {
        const theta = normal(rng.next, rng.next)
        const answered = spread(count, () => false).map((item) => ({
          ...item,
          right: rng.chance(probabilityOfRight(theta, item)),
        }))
        return 15 * estimateAbility(answered).psd
      })
      const mean = errors.reduce((sum, each) => sum + each, 0) / errors.length
      expect(Math.abs(mean - error)).toBeLessThan(0.3)
      expect(Math.abs(100 + 15 * estimateAbility(spread(count, () => true)).theta - greatest)).toBeLessThan(2)
    },
  )

  it('estimateAbility has a true 95 % interval: about 19 of 20 simulated people are inside', () => {
    const rng = createRng('coverage')
    const inside = Array.from({ length: 1000 }, () => {
      const theta = normal(rng.next, rng.next)
      const answered = spread(30, () => false, 1 / 6).map((item) => ({
        ...item,
        right: rng.chance(probabilityOfRight(theta, item)),
      }))
      const estimate = estimateAbility(answered)
      return Math.abs(estimate.theta - theta) <= 1.96 * estimate.psd
    })
    expect(Math.abs(inside.filter(Boolean).length / 1000 - 0.95)).toBeLessThan(0.025)
  })

  it('estimateAbility is less sure, and gives less for a right answer, if answers can be guessed', () => {
    const [sure, guessed] = [0, 1 / 6].map((guessing) => estimateAbility(spread(30, (i) => i < 20, guessing)))
    expect(guessed!.psd).toBeGreaterThan(sure!.psd)
    expect(guessed!.theta).toBeLessThan(sure!.theta)
  })

  it('estimateAbility does not underflow with 800 items', () => {
    expect(estimateAbility(spread(800, (i) => i % 2 === 0)).theta).not.toBeNaN()
  })
})

describe('shareBelow', () => {
  it.each([
    [0, 0.5],
    [1, 0.8413447],
    [-1.96, 0.0249979],
    [3, 0.9986501],
  ])('shareBelow of %f is %f', (z, share) => {
    expect(shareBelow(z)).toBeCloseTo(share, 6)
  })
})

function normal(one: () => number, other: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - one())) * Math.cos(2 * Math.PI * other())
}
