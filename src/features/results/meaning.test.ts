import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { resultTexts } from '../../messages/result.ts'
import { hurriedPace, meaningOf, strongestKind } from './meaning.ts'

const kind = (family: string, correct: number, total: number) => ({ family, title: family, correct, total })
const taken = (total: number | null, seconds: number | null): Result => ({
  status: 'completed',
  attempt_id: 'a',
  total,
  duration_seconds: seconds,
})

describe('what a result means', () => {
  it('is the middle within one deviation, and beyond it by its open end too', () => {
    const within = (iq: number) => meaningOf({ iq, low: iq - 5, high: iq + 5 })
    expect([84, 85, 115, 116].map(within)).toEqual(['below', 'middle', 'middle', 'above'])
    expect(meaningOf({ iq: 130, iq_open: 'above', low: 107, high: 145, high_open: true })).toBe('above')
    expect(meaningOf({ iq: 70, iq_open: 'below', low: 55, low_open: true, high: 91 })).toBe('below')
  })

  it('is no surer than the interval: where that reaches over the mean, the word for it says so', () => {
    expect(meaningOf({ iq: 118, low: 93, high: 143 })).toBe('likely-above')
    expect(meaningOf({ iq: 130, iq_open: 'above', low: 99, high: 145, high_open: true })).toBe('likely-above')
    expect(meaningOf({ iq: 82, low: 60, high: 107 })).toBe('likely-below')
    expect(meaningOf({ iq: 126, low: 101, high: 145, low_open: true })).toBe('likely-above')
    for (const meaning of ['likely-above', 'likely-below'] as const) {
      expect(resultTexts.meaning[meaning]).toMatch(/^Найімовірніше, .*діапазон сягає/)
    }
  })

  it('has a word of caution where it was taken in a great hurry, and none where nobody knows', () => {
    expect(hurriedPace(taken(30, 66))).toBe(2)
    expect(hurriedPace(taken(30, 5))).toBe(1)
    expect([taken(30, 180), taken(30, null), taken(null, 5), taken(0, 0)].map(hurriedPace)).toEqual(Array(4).fill(null))
  })

  it('has no such word beside a high score, which it would call too low', () => {
    const paceAt = (iq: number) => hurriedPace({ ...taken(30, 66), score: { iq } as Score })
    expect([100, 114, 115, 130].map(paceAt)).toEqual([2, 2, null, null])
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
