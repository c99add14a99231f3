import { describe, expect, it } from 'vitest'
import { lapseOf, phaseAt, secondsUsed, startMarks, ticketIsAlive } from './attempt-clock.ts'

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
  ...values,
})

describe('what time alone does to an attempt', () => {
  it('a delivered paper starts by itself after 120 s, at that moment and not when somebody looks', () => {
    const delivered = attempt({ deliveredAt: noon })
    expect(lapseOf(delivered, after(119))).toEqual({ kind: 'nothing' })
    expect(lapseOf(delivered, after(5000))).toEqual({ kind: 'started', at: after(120) })
  })

  it('a paper that is not fetched, and a build that does not end, expire after 15 minutes', () => {
    expect(lapseOf(attempt(), after(899))).toEqual({ kind: 'nothing' })
    expect(lapseOf(attempt(), after(900))).toEqual({ kind: 'build-expired' })
    expect(lapseOf(attempt({ state: 'building', builtAt: null }), after(900))).toEqual({ kind: 'build-expired' })
  })

  it('an open exam is closed at late_until, not before', () => {
    const open = attempt({ state: 'open', deadlineAt: after(1800), lateUntil: after(88_200) })
    expect(lapseOf(open, after(88_199))).toEqual({ kind: 'nothing' })
    expect(lapseOf(open, after(88_200))).toEqual({ kind: 'unattended' })
  })

  it('training is never closed by time', () => {
    expect(lapseOf(attempt({ mode: 'training', state: 'open' }), after(10_000_000))).toEqual({ kind: 'nothing' })
  })

  it('grading that has not ended after 10 minutes has expired', () => {
    const submitted = attempt({ state: 'submitted', processingSince: noon })
    expect(lapseOf(submitted, after(599))).toEqual({ kind: 'nothing' })
    expect(lapseOf(submitted, after(600))).toEqual({ kind: 'results-expired' })
  })
})

describe('the marks of a clock', () => {
  it('are the start, the start + duration, and the deadline + the late allowance', () => {
    expect(startMarks(attempt(), noon)).toEqual({
      startedAt: noon,
      deadlineAt: after(1800),
      lateUntil: after(1800 + 86_400),
    })
  })

  it.each([0, 29])('leave the grace of 30 s where the late allowance is only %i s', (lateSeconds) => {
    const { startedAt, deadlineAt, lateUntil } = startMarks(attempt({ lateSeconds }), noon)
    expect(lateUntil).toEqual(after(30, deadlineAt!))
    const open = attempt({ state: 'open', lateSeconds, deadlineAt, lateUntil })
    expect(startedAt).toEqual(noon)
    expect(lapseOf(open, after(29.999, deadlineAt!))).toEqual({ kind: 'nothing' })
    expect(lapseOf(open, after(30, deadlineAt!))).toEqual({ kind: 'unattended' })
  })

  it('what comes by deadline + 30 s is in time, a moment later it is late', () => {
    const open = { deadlineAt: noon }
    expect(phaseAt(open, after(30))).toBe('in_time')
    expect(phaseAt(open, after(30.001))).toBe('late')
  })

  it('the ticket lives for 7 days after late_until', () => {
    const open = { lateUntil: noon }
    expect(ticketIsAlive(open, after(7 * 86_400 - 1))).toBe(true)
    expect(ticketIsAlive(open, after(7 * 86_400))).toBe(false)
  })

  it('the time used is never more than the exam had', () => {
    const open = { startedAt: noon, deadlineAt: after(1800) }
    expect(secondsUsed(open, after(600))).toBe(600)
    expect(secondsUsed(open, after(90_000))).toBe(1800)
  })
})
