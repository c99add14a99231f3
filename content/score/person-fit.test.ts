import { describe, expect, it } from 'vitest'
import { createRng } from '../rng.ts'
import { type ItemResponse, probabilityOfRight } from './eap.ts'
import { personFit } from './person-fit.ts'

const paper = Array.from({ length: 30 }, (_, i) => ({
  difficulty: -2 + (4 * i) / 29,
  discrimination: 1.2,
  guessing: 0.2,
}))
const answered = (right: (i: number) => boolean): ItemResponse[] =>
  paper.map((item, i) => ({ ...item, right: right(i) }))

describe('personFit', () => {
  it('is about N(0,1) for people who answer as the model says, whatever their ability', () => {
    const rng = createRng('fit')
    const fits = Array.from({ length: 1500 }, (_, i) => {
      const theta = -2 + (4 * i) / 1499
      return personFit(paper.map((item) => ({ ...item, right: rng.chance(probabilityOfRight(theta, item)) })))
    })
    const mean = fits.reduce((sum, fit) => sum + fit, 0) / fits.length
    const sd = Math.sqrt(fits.reduce((sum, fit) => sum + (fit - mean) ** 2, 0) / fits.length)
    expect(Math.abs(mean)).toBeLessThan(0.12)
    expect(Math.abs(sd - 1)).toBeLessThan(0.12)
    expect(fits.filter((fit) => fit < -3).length / fits.length).toBeLessThan(0.01)
  })

  it('is far below zero where the hard half is right and the easy half wrong', () => {
    expect(personFit(answered((i) => i >= 15))).toBeLessThan(-5)
  })

  it('is above zero for a pattern that could not fit better, and finite for all right, all wrong and next to nothing', () => {
    expect(personFit(answered((i) => i < 15))).toBeGreaterThan(0)
    for (const right of [true, false]) expect(Number.isFinite(personFit(answered(() => right)))).toBe(true)
    expect(personFit([])).toBe(0)
    expect(personFit(answered(() => true).slice(0, 1))).toBe(0)
  })

  it('does not take a guesser for aberrant, nor for fitting: speed and chance find those', () => {
    const rng = createRng('guess')
    const found = Array.from({ length: 300 }, () => personFit(answered(() => rng.chance(0.2)))).filter(
      (fit) => fit < -3,
    )
    expect(found.length).toBeLessThan(9)
  })
})
