import { describe, expect, it } from 'vitest'
import type { AttemptFrame } from '#contract/exam.ts'
import { type ExamFrame, paperOf, readInstant, withNews } from './paper.ts'

const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString()
const attempt: AttemptFrame = {
  id: 'a1',
  state: 'ready',
  epoch: 3,
  duration_seconds: 90,
  server_time: at(0),
  submission_key: 'submission-key',
  ticket: 'ticket-of-this-attempt',
}
const frameOf = (more: Partial<AttemptFrame>): ExamFrame =>
  paperOf({ questions, attempt: { ...attempt, ...more }, test: null })!.frame

describe('a paper', () => {
  it('[S4.12] is a list of questions that is not empty', () => {
    for (const none of [undefined, null, []]) expect(paperOf({ questions: none, attempt, test: null })).toBeNull()
    expect(paperOf({ questions, attempt, test: null })).toMatchObject({ questions, test: null })
  })

  it('from a server that knows no attempts has no clock, no key and no ticket', () => {
    for (const none of [undefined, null]) {
      expect(paperOf({ questions, attempt: none, test: null })?.frame).toEqual({
        attemptId: null,
        epoch: 0,
        begun: true,
        duration: null,
        deadlineAt: null,
        lateUntil: null,
        submissionKey: null,
        ticket: null,
      })
    }
  })

  it('carries its attempt in milliseconds, begun or not', () => {
    expect(frameOf({})).toEqual({
      attemptId: 'a1',
      epoch: 3,
      begun: false,
      duration: 90_000,
      deadlineAt: null,
      lateUntil: null,
      submissionKey: 'submission-key',
      ticket: 'ticket-of-this-attempt',
    })
    expect(frameOf({ started_at: at(0), deadline_at: at(90), late_until: at(120) })).toMatchObject({
      begun: true,
      deadlineAt: Date.parse(at(90)),
      lateUntil: Date.parse(at(120)),
    })
  })
})

describe('what the server says later of the same attempt', () => {
  const begun = frameOf({ started_at: at(0), deadline_at: at(90), late_until: at(120) })

  it('is taken, except the epoch, which only a take-over changes', () => {
    const news = { epoch: 9, started_at: at(1), deadline_at: at(91), late_until: at(121) }
    expect(withNews(frameOf({}), news)).toEqual({
      ...frameOf({}),
      begun: true,
      deadlineAt: Date.parse(at(91)),
      lateUntil: Date.parse(at(121)),
    })
  })

  it('leaves standing what it does not mention or what is no date', () => {
    expect(withNews(begun, { epoch: 3 })).toEqual(begun)
    expect(withNews(begun, { epoch: 3, started_at: null, deadline_at: null, late_until: 'soon' })).toEqual(begun)
    expect(withNews(frameOf({}), { epoch: 3 })).toEqual(frameOf({}))
  })
})

it('an instant that is missing or no date is no instant; the first of 1970 is one', () => {
  expect([undefined, null, '', 'soon'].map(readInstant)).toEqual([null, null, null, null])
  expect(readInstant('1970-01-01T00:00:00Z')).toBe(0)
})
