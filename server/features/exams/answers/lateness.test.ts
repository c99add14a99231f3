import { expect, it } from 'vitest'
import type { StoredEvent } from './answer-events.ts'
import { inTimeOf, latenessOf, secondsElapsed } from './lateness.ts'

const at = (time: string) => new Date(`2026-11-25T${time}Z`)
const deadlineAt = at('10:30:00')
let places = 0
const answer = (phase: StoredEvent['phase'], time: string): StoredEvent => ({
  question_id: `q${(places += 1)}`,
  value: 'a',
  epoch: 1,
  seq: 1,
  device_id: 'laptop',
  phase,
  received_at: at(time),
})
const lateness = (events: StoredEvent[]) => latenessOf({ deadlineAt, inTime: inTimeOf({ deadlineAt }, events) }, events)

it('an answer that came after the close and before the deadline is in time', () => {
  expect(lateness([answer('in_time', '10:05:00'), answer('after_close', '10:12:00')])).toBeNull()
  expect(lateness([answer('after_close', '10:30:30')])).toBeNull()
})

it('an answer that came after the grace is late by the seconds since the deadline, and earlier ones count as in time', () => {
  const events = [answer('in_time', '10:05:00'), answer('after_close', '10:12:00'), answer('after_close', '10:40:00')]
  expect(lateness(events)).toEqual({ seconds: 600, in_time: 2 })
})

it('an exam is late only if one of its answers is late', () => {
  const events = [answer('in_time', '10:05:00'), answer('late', '10:31:00')]
  expect(lateness(events)).toEqual({ seconds: 60, in_time: 1 })
  expect(lateness(events.slice(0, 1))).toBeNull()
})

it('the time that an exam took ends with a submission in time, or otherwise with its last answer', () => {
  const answers = [answer('in_time', '10:05:00'), answer('in_time', '10:29:00')]
  const elapsed = (submittedAt: Date, closedBy = 'person') =>
    secondsElapsed({ startedAt: at('10:00:00'), deadlineAt, submittedAt }, closedBy, lateness(answers), answers, [])
  expect(elapsed(at('10:29:30'))).toBe(1770)
  expect(elapsed(at('10:30:20'))).toBe(1820)
  expect(elapsed(at('14:00:00'))).toBe(1740)
  expect(elapsed(at('14:00:00'), 'unattended')).toBe(1740)
})
