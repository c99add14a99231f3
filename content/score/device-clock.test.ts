import { describe, expect, it } from 'vitest'
import type { Step } from '#contract/timing.ts'
import { paceByClock } from './device-clock.ts'

const second = 1000
/** Thirty matrices with a reading time of three seconds each. By default every eighth answer is right, as by chance. */
const judgedBy = (isRight = (place: number) => place % 8 === 0) =>
  new Map(
    Array.from({ length: 30 }, (_, place) => [
      place,
      { family: 'logic-matrix', right: isRight(place), chance: 1 / 8, question_id: `q${place}` },
    ]),
  )
/** Visits the questions in order, each on the screen for so many seconds before its answer. */
function walk(seconds: readonly number[]): Step[] {
  let at = 0
  return seconds.flatMap((each, place): Step[] => {
    const shown = at
    at += each * second
    return [
      { what: 'shown', place, at: shown },
      { what: 'answered', place, at },
    ]
  })
}
const half = (slow: number, quick: number) => Array.from({ length: 30 }, (_, place) => (place < 15 ? slow : quick))
const paceOf = (steps: Step[], judged = judgedBy(), until = Number.POSITIVE_INFINITY) =>
  paceByClock({ steps, until }, [], judged)

describe('paceByClock', () => {
  it('paceByClock finds nothing for a person who reads, without a clock, and for a few quick answers', () => {
    const nothing = { rapid: 0, hasty: null }
    expect(paceOf(walk(half(40, 12)))).toEqual(nothing)
    expect(paceOf([])).toEqual(nothing)
    expect(paceOf(walk(Array.from({ length: 30 }, (_, place) => (place < 27 ? 40 : 1))))).toEqual(nothing)
  })

  it('paceByClock counts a second half at one or two seconds a question as rapid, and reports one at up to eight as hasty', () => {
    expect(paceOf(walk(half(40, 1)))).toEqual({ rapid: 15, hasty: { count: 15, seconds: 1 } })
    expect(paceOf(walk(half(40, 2)))).toEqual({ rapid: 15, hasty: { count: 15, seconds: 2 } })
    expect(paceOf(walk(half(40, 4)))).toEqual({ rapid: 0, hasty: { count: 15, seconds: 4 } })
    expect(paceOf(walk(half(40, 8)))).toEqual({ rapid: 0, hasty: { count: 15, seconds: 8 } })
    // The second half was answered slowly again.
    expect(paceOf(walk(half(1, 40)))).toEqual({ rapid: 15, hasty: null })
  })

  it('paceByClock finds nothing in quick answers that are mostly right, because they were worked out before', () => {
    const knows = judgedBy((place) => place % 3 !== 0)
    expect(paceOf(walk(half(40, 1)), knows)).toEqual({ rapid: 0, hasty: null })
  })

  it('paceByClock adds up all visits of a question: after a long look a person may answer immediately', () => {
    const looks = Array.from({ length: 30 }, (_, place): Step => ({ what: 'shown', place, at: 20 * second * place }))
    const answers = walk(half(1, 1)).map((step) => ({ ...step, at: step.at + 600 * second }))
    expect(paceOf([...looks, ...answers])).toEqual({ rapid: 0, hasty: null })
  })

  it('paceByClock ignores a question on which the page was opened again, because its time is unknown', () => {
    const steps = walk(half(40, 1)).flatMap((step): Step[] =>
      step.what === 'shown' && step.place >= 15 ? [step, { ...step, what: 'resumed' }, step] : [step],
    )
    expect(paceOf(steps)).toEqual({ rapid: 0, hasty: null })
  })

  it('paceByClock ignores the last minute, also if the paper reached the screen late', () => {
    const quickEnd = walk(half(40, 1))
    expect(paceOf(quickEnd, judgedBy(), 600 * second).rapid).toBe(0)
    expect(paceOf(quickEnd, judgedBy(), 660 * second).rapid).toBe(15)
    // The arrival of its first answer allows a first display up to the fiftieth second.
    const arrivals = [{ question_id: 'q0', device_id: 'phone', at: 90 * second }]
    expect(paceByClock({ steps: quickEnd, until: 650 * second }, arrivals, judgedBy()).rapid).toBe(0)
  })

  it('paceByClock finds nothing if answers came from two devices, because it cannot know the reading on the other one', () => {
    const arrivals = ['phone', 'laptop'].map((device_id, place) => ({
      question_id: `q${place}`,
      device_id,
      at: 600 * second,
    }))
    const clock = { steps: walk(half(40, 1)), until: Number.POSITIVE_INFINITY }
    expect(paceByClock(clock, arrivals, judgedBy())).toEqual({ rapid: 0, hasty: null })
    expect(paceByClock(clock, arrivals.slice(1), judgedBy()).rapid).toBe(15)
  })
})
