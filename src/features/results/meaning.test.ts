import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { resultTexts } from '../../messages/result.ts'
import { hurriedPace, meaningOf, outstandingKinds } from './meaning.ts'

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

  it('names the weakest kind to train', () => {
    const kinds = [kind('matrix', 9, 16), kind('overlay', 2, 6), kind('order', 8, 8)]
    expect(weakestKind(kinds)?.family).toBe('overlay')
    expect(weakestKind([kind('a', 1, 2), kind('b', 4, 8)])?.family).toBe('b')
    expect([weakestKind([kind('a', 2, 2)]), weakestKind([]), weakestKind(null)]).toEqual([null, null, null])
  })

  it('calls a kind better or worse than the others only where chance hardly makes such a difference', () => {
    const said = (...counts: [number, number][]) => [
      ...outstandingKinds(counts.map(([correct, total], place) => kind(String(place), correct, total))),
    ]
    // Three of sixteen is no success, and seven of eight no failure.
    expect(said([3, 16], [0, 6], [1, 8])).toEqual([])
    expect(said([16, 16], [6, 6], [7, 8])).toEqual([])
    expect(said([14, 18], [6, 12])).toEqual([])
    expect(said([14, 16], [3, 6], [2, 8])).toEqual([
      ['0', 'best'],
      ['2', 'worst'],
    ])
    // Two kinds share 5 %: 13 of 15 beside 7 comes about by chance in 2.51 cases of 100, 14 in 0.7.
    expect(said([13, 15], [7, 15])).toEqual([])
    expect(said([14, 15], [7, 15])).toEqual([
      ['0', 'best'],
      ['1', 'worst'],
    ])
    expect([said([0, 2], [0, 2]), said([2, 2], [2, 2]), said([5, 5]), said([0, 0], [3, 4])]).toEqual([[], [], [], []])
  })
})
