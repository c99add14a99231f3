import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lapseOf,
  type Phase,
  phaseAt,
  phaseOfArrival,
  secondsUsed,
  startMarks,
  ticketIsAlive,
  travelSeconds,
} from './attempt-clock.ts'

const noon = new Date('2026-01-15T12:00:00Z')
const after = (seconds: number, since = noon) => new Date(since.getTime() + seconds * 1000)

const attempt = (values: Partial<Parameters<typeof lapseOf>[0]> = {}) => ({
  mode: 'exam',
  state: 'ready',
  durationSeconds: 1800,
  lateSeconds: 86_400,
  createdAt: noon,
  builtAt: noon,
  deliveredAt: null,
  processingSince: null,
  deadlineAt: null,
  lateUntil: null,
  pausedUntil: null,
  ...values,
})

describe('the effects of time alone on an attempt', () => {
  it('a pause that nobody ends is over at its own end, whenever the server looks at it', () => {
    const paused = attempt({
      state: 'paused',
      pausedUntil: after(9000),
      deadlineAt: after(9600),
      lateUntil: after(9630),
    })
    expect(lapseOf(paused, after(8999))).toEqual({ kind: 'nothing' })
    expect(lapseOf(paused, after(9000))).toEqual({ kind: 'resumed', at: after(9000) })
    expect(lapseOf(paused, after(90_000))).toEqual({ kind: 'resumed', at: after(9000) })
  })

  it('a delivered paper starts by itself after 120 s, whenever the server looks at it', () => {
    const delivered = attempt({ deliveredAt: noon })
    expect(lapseOf(delivered, after(119))).toEqual({ kind: 'nothing' })
    expect(lapseOf(delivered, after(5000))).toEqual({ kind: 'started', at: after(120) })
  })

  it('a paper that is not fetched, and a build that does not end, expire after 15 minutes', () => {
    expect(lapseOf(attempt(), after(899))).toEqual({ kind: 'nothing' })
    expect(lapseOf(attempt(), after(900))).toEqual({ kind: 'build-expired' })
    expect(lapseOf(attempt({ state: 'building', builtAt: null }), after(900))).toEqual({ kind: 'build-expired' })
  })

  it('the server closes an open exam at late_until, not before', () => {
    const open = attempt({ state: 'open', deadlineAt: after(1800), lateUntil: after(88_200) })
    expect(lapseOf(open, after(88_199))).toEqual({ kind: 'nothing' })
    expect(lapseOf(open, after(88_200))).toEqual({ kind: 'unattended' })
  })

  it('time never closes a training', () => {
    expect(lapseOf(attempt({ mode: 'training', state: 'open' }), after(10_000_000))).toEqual({ kind: 'nothing' })
  })

  it('grading that has not ended after 10 minutes has expired', () => {
    const submitted = attempt({ state: 'submitted', processingSince: noon })
    expect(lapseOf(submitted, after(599))).toEqual({ kind: 'nothing' })
    expect(lapseOf(submitted, after(600))).toEqual({ kind: 'results-expired' })
  })
})

describe('the marks of a clock', () => {
  it('the marks of a started exam are the start, the start + duration, and the deadline + the late allowance', () => {
    expect(startMarks(attempt(), noon)).toEqual({
      startedAt: noon,
      deadlineAt: after(1800),
      lateUntil: after(1800 + 86_400),
    })
  })

  it.each([0, 29])('an exam keeps the grace of 30 s if its late allowance is only %i s', (lateSeconds) => {
    const { startedAt, deadlineAt, lateUntil } = startMarks(attempt({ lateSeconds }), noon)
    expect(lateUntil).toEqual(after(30, deadlineAt!))
    const open = attempt({ state: 'open', lateSeconds, deadlineAt, lateUntil })
    expect(startedAt).toEqual(noon)
    expect(lapseOf(open, after(29.999, deadlineAt!))).toEqual({ kind: 'nothing' })
    expect(lapseOf(open, after(30, deadlineAt!))).toEqual({ kind: 'unattended' })
  })

  it('an answer that comes by deadline + 30 s is in time, and one a moment later is late', () => {
    const open = { deadlineAt: noon }
    expect(phaseAt(open, after(30))).toBe('in_time')
    expect(phaseAt(open, after(30.001))).toBe('late')
  })

  it('the ticket lives for 7 days after late_until', () => {
    const open = { lateUntil: noon }
    expect(ticketIsAlive(open, after(7 * 86_400 - 1))).toBe(true)
    expect(ticketIsAlive(open, after(7 * 86_400))).toBe(false)
  })

  it('the time used leaves out the pauses before its end', () => {
    const open = { startedAt: noon, deadlineAt: after(1800 + 900) }
    const pauses = [
      { from: +after(100), to: +after(400) },
      { from: +after(1000), to: +after(1600) },
    ]
    expect([50, 200, 400, 1200, 1700, 9000].map((at) => secondsUsed(open, after(at), pauses))).toEqual([
      50, 100, 100, 700, 800, 1800,
    ])
  })

  it('the time used is never more than the exam had', () => {
    const open = { startedAt: noon, deadlineAt: after(1800) }
    expect(secondsUsed(open, after(600), [])).toBe(600)
    expect(secondsUsed(open, after(90_000), [])).toBe(1800)
  })
})

describe('answers that the server knows to be given after the end', () => {
  interface Call {
    /** Seconds from the deadline to the call, and from the call to its arrival. */
    made: number
    travels: number
    isWhole: boolean
  }
  const moment = fc.oneof(fc.integer({ min: -150, max: 150 }), fc.integer({ min: -3600, max: 90_000 }))
  const call = fc.record({
    made: moment,
    travels: fc.integer({ min: 0, max: 120 }),
    isWhole: fc.boolean(),
  })
  const deadlineAt = new Date(1_700_000_000_000)
  const after = (seconds: number) => new Date(deadlineAt.getTime() + seconds * 1000)
  const open = { deadlineAt, isOpen: true }

  /** Plays the calls of one device. Returns the phase of each answer, by when it was given. */
  function play(calls: Call[], given: number[]) {
    const heard = new Map<number, Phase>()
    let hasSentAll = false
    const arriving = calls.toSorted((one, other) => one.made + one.travels - other.made - other.travels)
    for (const { made, travels, isWhole } of arriving) {
      const held = given.filter((at) => at <= made)
      // A partial call brings the first half of the answers that the server has not received.
      const fresh = held.filter((at) => !heard.has(at))
      const brought = isWhole ? fresh : fresh.slice(0, Math.ceil(fresh.length / 2))
      const phase = phaseOfArrival(open, {
        now: after(made + travels),
        isWhole: isWhole || fresh.length === brought.length,
        hasSentAll,
      })
      for (const at of brought) heard.set(at, phase)
      if (brought.length > 0 && phase === 'late_whole') hasSentAll = true
    }
    return heard
  }

  it('[S11] the server never takes an answer from before the deadline for one after the end, whatever the network did', () => {
    const moments = fc.uniqueArray(moment, { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 12 }), moments, (calls, given) => {
        for (const [at, phase] of play(calls, given)) if (at <= 0) expect(phase).not.toBe('after_end')
      }),
      { numRuns: 2000 },
    )
  })

  it('[S11] if a device calls immediately, its answers after the travel time count as after the end, except its first call’s', () => {
    const given = fc.uniqueArray(fc.integer({ min: travelSeconds + 1, max: 86_400 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(given, (moments) => {
        const calls = moments.map((made) => ({ made, travels: 0, isWhole: true }))
        const phases = [...play(calls, moments).entries()]
          .sort(([one], [other]) => one - other)
          .map(([, phase]) => phase)
        expect(phases).toEqual(['late_whole', ...phases.slice(1).map(() => 'after_end')])
      }),
    )
  })

  it('the server takes no answer for one after the end if the attempt is closed, within the grace, or without a deadline', () => {
    const arrival = { isWhole: true, hasSentAll: true }
    expect(phaseOfArrival({ deadlineAt, isOpen: false }, { ...arrival, now: after(9000) })).toBe('after_close')
    expect(phaseOfArrival(open, { ...arrival, now: after(30) })).toBe('in_time')
    expect(phaseOfArrival({ deadlineAt: null, isOpen: true }, { ...arrival, now: after(9000) })).toBe('in_time')
  })
})
