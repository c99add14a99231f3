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

describe('a pause as the device calculates it before the server replies', () => {
  it('a pause moves the deadlines immediately by its longest length, and its end takes back the unused time', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(deadlines(paused)).toEqual([160, 170])
    expect(deadlines(end(paused, 5 * minute))).toEqual([13, 23])
  })

  it('the exam clock stops during a pause, and then continues with the time that was left', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    for (const now of [2, 30, 151, 152]) expect(remainingAt(paused, now * minute)).toBe(8 * minute)
    const after = end(paused, 42 * minute)
    expect([remainingAt(after, 42 * minute), remainingAt(after, 50 * minute)]).toEqual([8 * minute, 0])
  })

  it('a pause ends by itself when all pause time is used, and no other pause may follow', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(lapse(paused, 152 * minute - 1)).toBe(paused)
    const after = lapse(paused, 152 * minute)
    expect([after.pauses!.current, deadlines(after)]).toEqual([null, [160, 170]])
    expect(reasonNotToPause(after, 153 * minute)).toBe('used')
  })

  it('a pause is refused as the third, after the deadline, during another pause, and when the server knows no pauses', () => {
    const first = end(begin(fresh, 'a', minute), 2 * minute)
    const second = begin(first, 'b', 3 * minute)
    expect(reasonNotToPause(second, 3 * minute)).toBe('unknown')
    const both = end(second, 4 * minute)
    expect([reasonNotToPause(both, 5 * minute), begin(both, 'c', 5 * minute)]).toEqual(['used', both])
    expect(reasonNotToPause(fresh, 10 * minute)).toBe('unknown')
    expect(reasonNotToPause({ ...fresh, pauses: undefined }, 0)).toBe('unknown')
  })

  it('a pause ends neither before its beginning nor after its longest length, whatever the clock says', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(deadlines(end(paused, 0))).toEqual([10, 20])
    expect(deadlines(end(paused, 500 * minute))).toEqual([160, 170])
  })
})

describe('the server’s report on pauses', () => {
  const reported = (current: object | null, left: number, leftMs: number) =>
    ({ current, left, left_ms: leftMs }) as Parameters<typeof hearPauses>[1]

  it('the server’s report replaces the device’s calculation, and an acknowledged pause is not sent again', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    const sent = paused.pauses!.untold
    expect(sent).toEqual([{ name: 'a', cause: 'power', deviceId: 'phone', from: 2 * minute, to: null }])
    const current = { name: 'a', cause: 'power', since: instant(2.5 * minute), until: instant(152.5 * minute) }
    const raw = { ...acknowledge(paused, sent), deadlineAt: 160 * minute, lateUntil: 170 * minute }
    const heard = hearPauses(raw, reported(current, 1, allOfIt - minute), true)
    expect(heard.pauses).toMatchObject({ current: { since: 2.5 * minute, until: 152.5 * minute }, left: 1, untold: [] })
    expect(deadlines(heard)).toEqual([160, 170])
  })

  it('a reply of a server that does not know a pause yet does not end it: its deadlines are moved again', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    const raw = { ...paused, deadlineAt: 10 * minute, lateUntil: 20 * minute }
    for (const heard of [hearPauses(raw, undefined, false), hearPauses(raw, reported(null, 2, allOfIt), false)]) {
      expect([heard.pauses!.current?.name, deadlines(heard)]).toEqual(['a', [160, 170]])
    }
    const over = end(paused, 5 * minute)
    const heard = hearPauses({ ...over, deadlineAt: 10 * minute, lateUntil: 20 * minute }, undefined, false)
    expect([heard.pauses!.current, deadlines(heard)]).toEqual([null, [13, 23]])
  })

  it('a device still sends the end of a pause that ended while its beginning was on the way', () => {
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

  it('a device learns of another device’s pause from the report, and can end it by its name', () => {
    const current = { name: 'tablet-1', cause: 'alarm', since: instant(minute), until: instant(151 * minute) }
    const heard = hearPauses({ ...fresh, deadlineAt: 160 * minute }, reported(current, 1, allOfIt), true)
    const ended = end(heard, 3 * minute)
    expect(ended.pauses!.untold).toMatchObject([{ name: 'tablet-1', cause: 'alarm', to: 3 * minute, isKnown: true }])
    expect(ended.deadlineAt).toBe(12 * minute)
  })

  it('a pause ends when an ordinary reply says that the exam runs', () => {
    const current = { name: 'a', cause: 'power', since: instant(minute), until: instant(151 * minute) }
    const paused = hearPauses({ ...fresh, deadlineAt: 160 * minute }, reported(current, 1, allOfIt), true)
    const heard = hearPauses({ ...paused, deadlineAt: 14 * minute }, undefined, false)
    expect([heard.pauses!.current, heard.deadlineAt]).toEqual([null, 14 * minute])
    expect(hearPauses(paused, undefined, true)).toBe(paused)
  })

  it('a device drops the pauses that the server does not count', () => {
    const paused = begin(fresh, 'a', 2 * minute)
    expect(dropPauses(paused, paused.pauses!.untold).pauses).toMatchObject({ current: null, untold: [] })
  })
})
