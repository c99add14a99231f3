import { describe, expect, it } from 'vitest'
import type { SubmitReply } from '#contract/exam.ts'
import type { ExamSession } from './exam-phase.ts'
import { transition } from './exam-session.ts'
import type { Reply } from './reply.ts'

const scoring: ExamSession = { phase: 'scoring', asked: 1 }
const after = (reply: Reply<SubmitReply>, session: ExamSession = scoring) =>
  transition(session, { type: 'results-replied', reply }, { deviceId: 'phone' })
const answered = (body: SubmitReply): Reply<SubmitReply> => ({ kind: 'answered', body })
const refused = (status: number): Reply<never> => ({
  kind: 'refused',
  status,
  code: 'x',
  message: 'Чому',
  resultUrl: null,
  retryAfter: null,
})
const failed = (message: string) => ({ phase: 'failed', failure: { kind: 'results-failed', message } })

describe('[S4.20] the reply to an ask about the grading', () => {
  it('is the result, or the word that there is one to be read', () => {
    const result: SubmitReply = { status: 'completed', attempt_id: 'a1' }
    expect(after(answered(result))).toEqual({ phase: 'finished', result })
    for (const bare of [{ status: 'completed' }, { status: 'graded', attempt_id: 'a1' }] as SubmitReply[]) {
      expect(after(answered(bare))).toEqual({ phase: 'finished', result: null })
    }
  })

  it('is a failure with the server’s words, or with none', () => {
    expect(after(answered({ status: 'error', message: 'Збій' }))).toEqual(failed('Збій'))
    expect(after(answered({ status: 'error' }))).toEqual(failed(''))
    expect(after(refused(403))).toEqual(failed('Чому'))
  })

  it('is nothing new when it was lost, when nothing is there yet or when the work goes on', () => {
    for (const reply of [
      refused(404),
      refused(503),
      { kind: 'silence' } as const,
      { kind: 'unreadable', form: 'html', status: 404 } as const,
      answered({ status: 'processing' }),
      answered({ status: 'processing_started' }),
    ]) {
      expect(after(reply)).toBe(scoring)
    }
  })

  it('[S8.10] is an error that is said when a page came in place of JSON, and the asking goes on', () => {
    const page = { kind: 'unreadable', form: 'html', status: 200 } as const
    const told = after(page)
    expect(told).toEqual({ ...scoring, isPage: true })
    expect(after(page, told)).toBe(told)
    expect(after(answered({ status: 'processing' }), told)).toMatchObject({ phase: 'scoring', isPage: false })
  })

  it('[S9.02] ends the asking when it was the sixtieth', () => {
    expect(after(refused(404), { phase: 'scoring', asked: 59 })).toMatchObject({ phase: 'scoring' })
    expect(after(refused(404), { phase: 'scoring', asked: 60 })).toMatchObject({
      phase: 'failed',
      failure: { kind: 'results-timeout', seconds: 120 },
    })
  })
})
