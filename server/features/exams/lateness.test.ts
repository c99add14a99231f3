import { expect, it } from 'vitest'
import type { StoredEvent } from './answer-events.ts'
import { inTimeOf, latenessOf } from './lateness.ts'

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
const lateness = (events: StoredEvent[], endedAt = at('10:10:00'), closedBy = 'person') =>
  latenessOf({ deadlineAt, endedAt, closedBy, inTime: inTimeOf({ deadlineAt }, events) }, events)

it('an answer that came after the close and before the deadline is in time', () => {
  expect(lateness([answer('in_time', '10:05:00'), answer('after_close', '10:12:00')])).toBeNull()
  expect(lateness([answer('after_close', '10:30:30')])).toBeNull()
})

it('one that came after the grace is late, by the seconds since the deadline; those before it are counted as in time', () => {
  const events = [answer('in_time', '10:05:00'), answer('after_close', '10:12:00'), answer('after_close', '10:40:00')]
  expect(lateness(events)).toEqual({ seconds: 600, in_time: 2 })
})

it('a submission after the grace is late also where every answer was in time', () => {
  expect(lateness([answer('in_time', '10:05:00')], at('10:31:00'))).toEqual({ seconds: 60, in_time: 1 })
  expect(lateness([answer('in_time', '10:05:00')], at('10:30:30'))).toBeNull()
})

it('an exam that nobody submitted is late only by an answer that is', () => {
  const events = [answer('in_time', '10:05:00'), answer('late', '10:31:00')]
  expect(lateness(events, at('10:10:00'), 'unattended')).toEqual({ seconds: 60, in_time: 1 })
  expect(lateness(events.slice(0, 1), at('23:00:00'), 'unattended')).toBeNull()
})
