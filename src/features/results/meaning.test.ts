import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import { resultTexts } from '../../messages/result.ts'
import { bandOf, hurriedPace, outstandingKinds, reachOf } from './meaning.ts'

const kind = (family: string, correct: number, total: number) => ({ family, title: family, correct, total })
const taken = (total: number | null, seconds: number | null): Result => ({
  status: 'completed',
  attempt_id: 'a',
  total,
  duration_seconds: seconds,
})

describe('the meaning of a result', () => {
  it('each of five bands of scores has its own sentence, and a score beyond the scale is in the outermost band', () => {
    const within = (iq: number) => bandOf({ iq, low: iq - 25, high: iq + 25 })
    expect([77, 78, 92, 93, 107, 108, 122, 123].map(within)).toEqual([
      'far-below',
      'below',
      'below',
      'middle',
      'middle',
      'above',
      'above',
      'far-above',
    ])
    expect(bandOf({ iq: 130, iq_open: 'above', low: 107, high: 145, high_open: true })).toBe('far-above')
    expect(bandOf({ iq: 70, iq_open: 'below', low: 55, low_open: true, high: 91 })).toBe('far-below')
    for (const reach of ['above', 'over', 'below'] as const) {
      const said = [70, 85, 100, 115, 130].map((iq) => resultTexts.meaning(within(iq), reach))
      expect(new Set(said).size).toBe(5)
    }
  })

  it('the sentence of a score is sure of a side of the mean only if the whole interval is there, for every band and width', () => {
    for (let iq = 55; iq <= 145; iq += 1) {
      for (let half = 1; half <= 60; half += 1) {
        for (const [low_open, high_open] of [
          [false, false],
          [true, false],
          [false, true],
        ] as const) {
          const placed = { iq, low: iq - half, high: iq + half, low_open, high_open }
          const said = resultTexts.meaning(bandOf(placed), reachOf(placed))
          const isAbove = !low_open && placed.low > 100
          const isBelow = !high_open && placed.high < 100
          expect([said, /Увесь діапазон вище|краще, ніж більшість/.test(said)]).toEqual([said, isAbove])
          expect([said, /Увесь діапазон нижче/.test(said)]).toEqual([said, isBelow])
          // Any other statement about the level is a likelihood, and names the side that the interval reaches.
          expect([said, /сягає/.test(said)]).toEqual([said, !isAbove && !isBelow])
          expect([said, /Найімовірніше, вище/.test(said) && iq <= 100]).toEqual([said, false])
          expect([said, /Найімовірніше, нижче/.test(said) && iq >= 100]).toEqual([said, false])
        }
      }
    }
  })

  it('a result warns about an exam taken in a great hurry, and does not warn if the pace is normal or unknown', () => {
    expect(hurriedPace(taken(30, 66))).toBe(2)
    expect(hurriedPace(taken(30, 5))).toBe(1)
    expect([taken(30, 180), taken(30, null), taken(null, 5), taken(0, 0)].map(hurriedPace)).toEqual(Array(4).fill(null))
  })

  it('a result with a score of 115 or more does not warn about hurry', () => {
    const paceAt = (iq: number) => hurriedPace({ ...taken(30, 66), score: { iq } as Score })
    expect([100, 114, 115, 130].map(paceAt)).toEqual([2, 2, null, null])
  })

  it('a result names the weakest kind for training, and no kind if every answer was right', () => {
    const kinds = [kind('matrix', 9, 16), kind('overlay', 2, 6), kind('order', 8, 8)]
    expect(weakestKind(kinds)?.family).toBe('overlay')
    expect(weakestKind([kind('a', 1, 2), kind('b', 4, 8)])?.family).toBe('b')
    expect([weakestKind([kind('a', 2, 2)]), weakestKind([]), weakestKind(null)]).toEqual([null, null, null])
  })

  it('a result calls a kind better or worse than the others only if chance hardly makes such a difference', () => {
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
    // Two kinds share 5 %. 13 of 15 next to 7 of 15 happens by chance in 2.51 cases of 100, 14 of 15 in 0.7.
    expect(said([13, 15], [7, 15])).toEqual([])
    expect(said([14, 15], [7, 15])).toEqual([
      ['0', 'best'],
      ['1', 'worst'],
    ])
    expect([said([0, 2], [0, 2]), said([2, 2], [2, 2]), said([5, 5]), said([0, 0], [3, 4])]).toEqual([[], [], [], []])
  })
})
