import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { hurriedPace, meaningOf, strongestKind, weakestKind } from './meaning.ts'

const kind = (family: string, correct: number, total: number) => ({ family, title: family, correct, total })
const taken = (total: number | null, seconds: number | null): Result => ({
  status: 'completed',
  attempt_id: 'a',
  total,
  duration_seconds: seconds,
})

describe('what a result means', () => {
  it('is the middle within one deviation, and beyond it by its open end too', () => {
    expect([84, 85, 115, 116].map((iq) => meaningOf({ iq }))).toEqual(['below', 'middle', 'middle', 'above'])
    expect(meaningOf({ iq: 130, iq_open: 'above' })).toBe('above')
    expect(meaningOf({ iq: 70, iq_open: 'below' })).toBe('below')
  })

  it('has a word of caution where it was taken in a great hurry, and none where nobody knows', () => {
    expect(hurriedPace(taken(30, 66))).toBe(2)
    expect(hurriedPace(taken(30, 5))).toBe(1)
    expect([taken(30, 180), taken(30, null), taken(null, 5), taken(0, 0)].map(hurriedPace)).toEqual(Array(4).fill(null))
  })

  it('names the weakest kind to train, and the strongest where one stands out', () => {
    const kinds = [kind('matrix', 9, 16), kind('overlay', 2, 6), kind('order', 8, 8)]
    expect([weakestKind(kinds)?.family, strongestKind(kinds)?.family]).toEqual(['overlay', 'order'])
    expect(weakestKind([kind('a', 1, 2), kind('b', 4, 8)])?.family).toBe('b')
    expect([weakestKind([kind('a', 2, 2)]), weakestKind([]), weakestKind(null)]).toEqual([null, null, null])
    expect(strongestKind([kind('a', 1, 2), kind('b', 2, 4)])).toBeNull()
    expect([strongestKind([kind('a', 2, 2)]), strongestKind([kind('a', 0, 2), kind('b', 0, 2)])]).toEqual([null, null])
  })
})
