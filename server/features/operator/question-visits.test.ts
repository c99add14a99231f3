import { describe, expect, it } from 'vitest'
import type { Timing } from '#contract/timing.ts'
import { visitsByPlace } from './question-visits.ts'

const steps: Timing = [
  { what: 'shown', place: 0, at: 0 },
  { what: 'answered', place: 0, at: 8_000 },
  { what: 'shown', place: 1, at: 9_000 },
  { what: 'shown', place: 0, at: 12_000 },
  { what: 'answered', place: 0, at: 14_000 },
  { what: 'resumed', place: 0, at: 60_000 },
  { what: 'answered', place: 0, at: 61_000 },
  { what: 'shown', place: 2, at: 63_000 },
  { what: 'answered', place: 2, at: 70_000 },
]

describe('the visits of a question by the steps of a device', () => {
  const at = visitsByPlace(steps)

  it('visitsByPlace says when a question was first shown, first and last answered, and in which visits', () => {
    expect(at(0)).toMatchObject({ first_shown_ms: 0, first_answered_ms: 8_000, last_answered_ms: 61_000, resumed: 1 })
    expect([at(0).visits, at(1).visits, at(2).visits]).toEqual([[1, 3], [2], [4]])
    expect(at(1)).toMatchObject({ first_shown_ms: 9_000, first_answered_ms: null, shown_for_ms: 3_000 })
  })

  it('visitsByPlace does not count the time between two pages as time on the question', () => {
    expect(at(0).shown_for_ms).toBe(9_000 + 2_000 + 3_000)
  })

  it('visitsByPlace knows nothing of a question that was never shown, and of an exam without steps', () => {
    const nothing = { first_shown_ms: null, first_answered_ms: null, last_answered_ms: null, shown_for_ms: null }
    expect(at(3)).toEqual({ ...nothing, visits: [], resumed: 1 })
    expect(visitsByPlace(null)(0)).toEqual({ ...nothing, visits: [], resumed: null })
  })
})
