import { describe, expect, it } from 'vitest'
import {
  acknowledge,
  beginPause,
  dropPauses,
  endPause,
  hearPauses,
  lapse,
  type PausableClock,
  reasonNotToPause,
  remainingAt,
} from './pauses.ts'

const minute = 60_000
const allOfIt = 150 * minute
/** An exam that began at 0 and lasts ten minutes, none of whose two pauses has begun. */
const fresh: PausableClock = {
  deadlineAt: 10 * minute,
  lateUntil: 20 * minute,
  pauses: { current: null, left: 2, leftMs: allOfIt, untold: [] },
}
const begin = (clock: PausableClock, name: string, now: number) =>
  beginPause(clock, { name, cause: 'power', deviceId: 'phone' }, now)
const end = (clock: PausableClock, now: number) => endPause(clock, 'phone', now)
const deadlines = ({ deadlineAt, lateUntil }: PausableClock) => [deadlineAt! / minute, lateUntil! / minute]
const instant = (at: number) => new Date(at).toISOString()

describe('a pause as a device reckons it before the server has answered', () => {
  it('moves the deadlines at once by all that it may last, and its end takes back what it did not use', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(deadlines(paused)).toEqual([160, 170])
    expect(deadlines(end(paused, 5 * minute))).toEqual([13, 23])
  })

  it('lets the clock stand while it lasts, and run again after it with what was left', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    for (const now of [2, 30, 151, 152]) expect(remainingAt(paused, now * minute)).toBe(8 * minute)
    const after = end(paused, 42 * minute)
    expect([remainingAt(after, 42 * minute), remainingAt(after, 50 * minute)]).toEqual([8 * minute, 0])
  })

  it('is over by itself after all that is left, and no other follows it', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(lapse(paused, 152 * minute - 1)).toBe(paused)
    const after = lapse(paused, 152 * minute)
    expect([after.pauses!.current, deadlines(after)]).toEqual([null, [160, 170]])
    expect(reasonNotToPause(after, 153 * minute)).toBe('used')
  })

  it('has no third, and none after the deadline, beside another, or where the server knows none', () => {
    const first = end(begin(fresh, 'a', minute), 2 * minute)
    const second = begin(first, 'b', 3 * minute)
    expect(reasonNotToPause(second, 3 * minute)).toBe('unknown')
    const both = end(second, 4 * minute)
    expect([reasonNotToPause(both, 5 * minute), begin(both, 'c', 5 * minute)]).toEqual(['used', both])
    expect(reasonNotToPause(fresh, 10 * minute)).toBe('unknown')
    expect(reasonNotToPause({ ...fresh, pauses: undefined }, 0)).toBe('unknown')
  })

  it('ends within itself, whatever the clock says', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(deadlines(end(paused, 0))).toEqual([10, 20])
    expect(deadlines(end(paused, 500 * minute))).toEqual([160, 170])
  })
})

describe('what the server says of pauses', () => {
  const reported = (current: object | null, left: number, leftMs: number) =>
    ({ current, left, left_ms: leftMs }) as Parameters<typeof hearPauses>[1]

  it('takes the place of what the device reckoned, and what it has acknowledged is told no more', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    const sent = paused.pauses!.untold
    expect(sent).toEqual([{ name: 'a', cause: 'power', deviceId: 'phone', from: 2 * minute, to: null }])
    const current = { name: 'a', cause: 'power', since: instant(2.5 * minute), until: instant(152.5 * minute) }
    const raw = { ...acknowledge(paused, sent), deadlineAt: 160 * minute, lateUntil: 170 * minute }
    const heard = hearPauses(raw, reported(current, 1, allOfIt - minute), true)
    expect(heard.pauses).toMatchObject({ current: { since: 2.5 * minute, until: 152.5 * minute }, left: 1, untold: [] })
    expect(deadlines(heard)).toEqual([160, 170])
  })

  it('does not end a pause of which it was not told yet: the deadlines of its reply are moved again', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    const raw = { ...paused, deadlineAt: 10 * minute, lateUntil: 20 * minute }
    for (const heard of [hearPauses(raw, undefined, false), hearPauses(raw, reported(null, 2, allOfIt), false)]) {
      expect([heard.pauses!.current?.name, deadlines(heard)]).toEqual(['a', [160, 170]])
    }
    const over = end(paused, 5 * minute)
    const heard = hearPauses({ ...over, deadlineAt: 10 * minute, lateUntil: 20 * minute }, undefined, false)
    expect([heard.pauses!.current, deadlines(heard)]).toEqual([null, [13, 23]])
  })

  it('of a pause that ended while its beginning was on its way: the end is still told', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    const over = end(paused, 5 * minute)
    const acknowledged = acknowledge(over, paused.pauses!.untold)
    expect(acknowledged.pauses!.untold).toEqual([
      { name: 'a', cause: 'power', deviceId: 'phone', from: 2 * minute, to: 5 * minute, isKnown: true },
    ])
    const current = { name: 'a', cause: 'power', since: instant(2 * minute), until: instant(152 * minute) }
    const raw = { ...acknowledged, deadlineAt: 160 * minute, lateUntil: 170 * minute }
    const heard = hearPauses(raw, reported(current, 1, allOfIt), true)
    expect([heard.pauses!.current, deadlines(heard)]).toEqual([null, [13, 23]])
  })

  it('of another device’s pause is known here, which this device may end by its name', () => {
    const current = { name: 'tablet-1', cause: 'alarm', since: instant(minute), until: instant(151 * minute) }
    const heard = hearPauses({ ...fresh, deadlineAt: 160 * minute }, reported(current, 1, allOfIt), true)
    const ended = end(heard, 3 * minute)
    expect(ended.pauses!.untold).toMatchObject([{ name: 'tablet-1', cause: 'alarm', to: 3 * minute, isKnown: true }])
    expect(ended.deadlineAt).toBe(12 * minute)
  })

  it('ends one that stood, where an ordinary reply says that the exam runs', () => {
    const current = { name: 'a', cause: 'power', since: instant(minute), until: instant(151 * minute) }
    const paused = hearPauses({ ...fresh, deadlineAt: 160 * minute }, reported(current, 1, allOfIt), true)
    const heard = hearPauses({ ...paused, deadlineAt: 14 * minute }, undefined, false)
    expect([heard.pauses!.current, heard.deadlineAt]).toEqual([null, 14 * minute])
    expect(hearPauses(paused, undefined, true)).toBe(paused)
  })

  it('drops the pauses that it does not count', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(dropPauses(paused, paused.pauses!.untold).pauses).toMatchObject({ current: null, untold: [] })
  })
})
