import { describe, expect, it } from 'vitest'
import type { ExamAttempt } from '#contract/exam.ts'
import { type AttemptInfo, paperOf, readInstant, withUpdate } from './paper.ts'

const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString()
const attempt: ExamAttempt = {
  id: 'a1',
  state: 'ready',
  epoch: 3,
  duration_seconds: 90,
  server_time: at(0),
  submission_key: 'submission-key',
  ticket: 'ticket-of-this-attempt',
}
const infoOf = (more: Partial<ExamAttempt>): AttemptInfo =>
  paperOf({ questions, attempt: { ...attempt, ...more }, test: null })!.attemptInfo

describe('a paper', () => {
  it('[S4.12] a paper needs a list of questions that is not empty', () => {
    for (const none of [undefined, null, []]) expect(paperOf({ questions: none, attempt, test: null })).toBeNull()
    expect(paperOf({ questions, attempt, test: null })).toMatchObject({ questions, test: null })
  })

  it('a paper from a server without attempts has no clock, no key and no ticket', () => {
    for (const none of [undefined, null]) {
      expect(paperOf({ questions, attempt: none, test: null })?.attemptInfo).toEqual({
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

  it('a paper carries its attempt info in milliseconds, begun or not', () => {
    expect(infoOf({})).toEqual({
      attemptId: 'a1',
      epoch: 3,
      begun: false,
      duration: 90_000,
      deadlineAt: null,
      lateUntil: null,
      submissionKey: 'submission-key',
      ticket: 'ticket-of-this-attempt',
    })
    expect(infoOf({ started_at: at(0), deadline_at: at(90), late_until: at(120) })).toMatchObject({
      begun: true,
      deadlineAt: Date.parse(at(90)),
      lateUntil: Date.parse(at(120)),
    })
  })
})

describe('a later reply about the same attempt', () => {
  const begun = infoOf({ started_at: at(0), deadline_at: at(90), late_until: at(120) })

  it('a later reply updates the attempt info, except the epoch, which only a take-over changes', () => {
    const update = { epoch: 9, started_at: at(1), deadline_at: at(91), late_until: at(121) }
    expect(withUpdate(infoOf({}), update)).toEqual({
      ...infoOf({}),
      begun: true,
      deadlineAt: Date.parse(at(91)),
      lateUntil: Date.parse(at(121)),
    })
  })

  it('a later reply leaves every value that it does not mention or that is no date', () => {
    expect(withUpdate(begun, { epoch: 3 })).toEqual(begun)
    expect(withUpdate(begun, { epoch: 3, started_at: null, deadline_at: null, late_until: 'soon' })).toEqual(begun)
    expect(withUpdate(infoOf({}), { epoch: 3 })).toEqual(infoOf({}))
    // The same object, because a changed one is written to the disk.
    const info = infoOf({ started_at: at(0), deadline_at: at(90), late_until: at(120) })
    expect(withUpdate(info, { epoch: 3, started_at: at(0), deadline_at: at(90), late_until: at(120) })).toBe(info)
    expect(withUpdate(info, { epoch: 3, late_until: at(121) })).toEqual({ ...info, lateUntil: Date.parse(at(121)) })
    expect(withUpdate(infoOf({}), { epoch: 3, started_at: at(0) })).toEqual({ ...infoOf({}), begun: true })
  })
})

it('a missing or malformed instant is read as null, and the first instant of 1970 as 0', () => {
  expect([undefined, null, '', 'soon'].map(readInstant)).toEqual([null, null, null, null])
  expect(readInstant('1970-01-01T00:00:00Z')).toBe(0)
})
