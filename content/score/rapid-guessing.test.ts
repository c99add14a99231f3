import { describe, expect, it } from 'vitest'
import { createRng, type Rng } from '../rng.ts'
import { type Arrival, rapidAnswers } from './rapid-guessing.ts'

const second = 1000
/** Thirty matrices with a reading time of three seconds each. */
const matrices = paperOf('logic-matrix')
/** By default every eighth answer is right, as by chance. */
function paperOf(family: string, isRight = (place: number) => place % 8 === 0) {
  return new Map(Array.from({ length: 30 }, (_, i) => [`q${i}`, { family, right: isRight(i), chance: 1 / 8 }]))
}
/** Answers given at these seconds, each sent immediately. */
const at = (seconds: readonly number[], device_id = 'phone'): Arrival[] =>
  seconds.map((each, i) => ({ question_id: `q${i}`, device_id, at: each * second }))
const every = (step: number, count = 30, from = step) => Array.from({ length: count }, (_, i) => from + i * step)

describe('rapidAnswers', () => {
  it('rapidAnswers finds nothing for a person who reads, even a fast reader', () => {
    expect(rapidAnswers(at(every(40)), matrices)).toBe(0)
    expect(rapidAnswers(at(every(3)), matrices)).toBe(0)
  })

  it('rapidAnswers finds a person who clicks through the paper, or through its second half', () => {
    expect(rapidAnswers(at(every(1)), matrices)).toBeGreaterThanOrEqual(19)
    const half = [...every(40, 15), ...every(1, 15, 601)]
    expect(rapidAnswers(at(half), matrices)).toBeGreaterThanOrEqual(7)
  })

  it('rapidAnswers finds nothing in answers of one batch, unless the batch came too soon after the paper', () => {
    const batch = at(every(40)).map((each) => ({ ...each, at: 1200 * second }))
    expect(rapidAnswers(batch, matrices)).toBe(0)
    expect(
      rapidAnswers(
        batch.map((each) => ({ ...each, at: 9 * second })),
        matrices,
      ),
    ).toBe(27)
  })

  it('rapidAnswers finds nothing in answers that an offline stretch delayed, and in those after it', () => {
    const stretch = at(every(20)).map((each, i) => (i >= 5 && i < 20 ? { ...each, at: 401 * second } : each))
    expect(rapidAnswers(stretch, matrices)).toBe(0)
  })

  it('rapidAnswers takes each device by itself: an answer that another device kept for long is not rapid', () => {
    const kept = at(every(20)).map((each, i) =>
      i % 2 === 0 ? each : { ...each, device_id: 'laptop', at: each.at + 1 },
    )
    expect(rapidAnswers(kept, matrices)).toBe(0)
  })

  it('rapidAnswers excuses mostly right answers entered at the end, but not immediately after the paper was given out', () => {
    const knows = paperOf('logic-matrix', (place) => place % 3 !== 0)
    expect(rapidAnswers(at(every(1, 30, 1500)), knows)).toBe(0)
    expect(rapidAnswers(at(every(1, 30, 1500)), matrices)).toBeGreaterThanOrEqual(18)
    expect(rapidAnswers(at(every(1)), knows)).toBeGreaterThanOrEqual(19)
  })

  it('rapidAnswers never finds a reader behind a network that delays, holds and gathers calls at will', () => {
    const rng = createRng('networks')
    for (let person = 0; person < 500; person++) {
      expect(rapidAnswers(throughNetwork(givenBy(rng), rng), matrices)).toBe(0)
    }
  })

  it('rapidAnswers knows the families that take longer to read, and ignores questions outside the paper', () => {
    expect(rapidAnswers(at(every(3.5)), paperOf('logic-ordering'))).toBeGreaterThan(3)
    expect(rapidAnswers(at(every(1)), new Map())).toBe(0)
    expect(rapidAnswers(at(every(1.5)), paperOf('of-an-older-release'))).toBeGreaterThan(3)
  })
})

/** Times (ms) of a person who takes at least the reading time for each question, often hardly more. */
function givenBy(rng: Rng): number[] {
  let now = 0
  return Array.from({ length: 30 }, () => (now += 3 * second + (rng.chance(0.5) ? 0 : 30 * second * rng.next() ** 3)))
}

/**
 * What the server sees of a device that sends all its pending answers, one call after another. Each call may take up to half
 * a minute each way, and sending may begin late.
 */
function throughNetwork(given: readonly number[], rng: Rng): Arrival[] {
  const delay = () => (rng.chance(0.6) ? 50 : 30 * second * rng.next() ** 2)
  const arrivals: Arrival[] = []
  let free = 0
  while (arrivals.length < given.length) {
    const sentAt = Math.max(free, given[arrivals.length]! + delay() / 3)
    const call = given.slice(arrivals.length).filter((moment) => moment <= sentAt).length
    const receivedAt = Math.ceil(sentAt + delay())
    for (let i = 0; i < call; i++) {
      arrivals.push({ question_id: `q${arrivals.length}`, device_id: 'phone', at: receivedAt })
    }
    free = receivedAt + delay()
  }
  return arrivals
}
