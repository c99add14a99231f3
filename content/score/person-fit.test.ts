import { describe, expect, it } from 'vitest'
import { createRng, type Rng } from '../rng.ts'
import { type ItemResponse, probabilityOfRight } from './eap.ts'
import { personFit } from './person-fit.ts'

const paper = Array.from({ length: 30 }, (_, i) => ({
  difficulty: -2 + (4 * i) / 29,
  discrimination: 1.2,
  guessing: 0.2,
}))
const answered = (right: (i: number) => boolean): ItemResponse[] =>
  paper.map((item, i) => ({ ...item, right: right(i) }))

const normal = (rng: Rng) => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next())

/** Fits of 500 people with θ from −2 to 2, for whom `really` gives each item's difficulty. `low` is the share below −3. */
function fitsOf(really: (item: (typeof paper)[number], rng: Rng) => number) {
  const rng = createRng('fit')
  const fits = Array.from({ length: 500 }, (_, i) => {
    const theta = -2 + (4 * i) / 499
    const isRight = (item: (typeof paper)[number]) =>
      rng.chance(probabilityOfRight(theta, { ...item, difficulty: really(item, rng) }))
    return personFit(paper.map((item) => ({ ...item, right: isRight(item) })))
  })
  const mean = fits.reduce((sum, fit) => sum + fit, 0) / fits.length
  const sd = Math.sqrt(fits.reduce((sum, fit) => sum + (fit - mean) ** 2, 0) / fits.length)
  return { mean, sd, low: fits.filter((fit) => fit < -3).length / fits.length }
}

describe('personFit', () => {
  it('personFit is about N(0,1) for people of all abilities whose order of difficulties is half the supposed one', () => {
    const { mean, sd, low } = fitsOf((item, rng) => 0.5 * item.difficulty + 0.8 * normal(rng))
    expect(Math.abs(mean)).toBeLessThan(0.25)
    expect(Math.abs(sd - 1)).toBeLessThan(0.15)
    expect(low).toBeLessThan(0.01)
  })

  it('personFit is above zero on average for people whose order of difficulties is the supposed one', () => {
    const { mean, low } = fitsOf((item) => item.difficulty)
    expect(mean).toBeGreaterThan(0.8)
    expect(low).toBe(0)
  })

  it('personFit is far below zero if the hard half is right and the easy half wrong', () => {
    expect(personFit(answered((i) => i >= 15))).toBeLessThan(-4)
  })

  it('personFit is above zero for a pattern that fits perfectly, and finite for all right, all wrong and hardly any answers', () => {
    expect(personFit(answered((i) => i < 15))).toBeGreaterThan(0)
    for (const right of [true, false]) expect(Number.isFinite(personFit(answered(() => right)))).toBe(true)
    expect(personFit([])).toBe(0)
    expect(personFit(answered(() => true).slice(0, 1))).toBe(0)
  })

  it('personFit takes fewer than 9 of 300 guessers for aberrant', () => {
    const rng = createRng('guess')
    const found = Array.from({ length: 300 }, () => personFit(answered(() => rng.chance(0.2)))).filter(
      (fit) => fit < -3,
    )
    expect(found.length).toBeLessThan(9)
  })
})
