import { describe, expect, it } from 'vitest'
import type { ExamAttempt, ExamMeta } from '#contract/exam.ts'
import { overBy } from './state.ts'
import type { Reply } from '../../http/reply.ts'

const refused = (status: number, code: string): Reply<ExamMeta> => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: status === 409 ? '/logic/test-result/1' : null,
  retryAfter: null,
})
const attempt: ExamAttempt = {
  id: 'a1',
  state: 'open',
  epoch: 0,
  duration_seconds: 60,
  server_time: '2026-11-20T10:00:00Z',
  submission_key: 'key',
  ticket: 'ticket',
}
const opened = (body: Partial<ExamMeta>): Reply<ExamMeta> => ({
  kind: 'answered',
  body: { status: 'completed', questions: [], ...body },
})

describe('an attempt whose ticket is not taken', () => {
  it.each(['no_open_attempt', 'purchase_expired', 'purchase_not_paid'])('is over where the server says %s', (code) => {
    expect(overBy(refused(409, code), 'a1')).toEqual({ type: 'attempt-over', resultUrl: '/logic/test-result/1' })
  })

  it('is over where another one is open', () => {
    expect(overBy(opened({ attempt: { ...attempt, id: 'a2' } }), 'a1')).toEqual({
      type: 'attempt-over',
      resultUrl: null,
    })
  })

  it.each<[string, Reply<ExamMeta>]>([
    ['it is open', opened({ attempt })],
    ['something is being built', opened({ status: 'building_started' })],
    ['nobody answers', { kind: 'silence' }],
    ['a portal answers', { kind: 'unreadable', form: 'html', status: 409 }],
    ['the session has ended', refused(401, 'not_authenticated')],
    ['the purchase is somebody else’s', refused(403, 'foreign_purchase')],
    ['the server stumbles', refused(503, '')],
  ])('is not called over where %s', (_, reply) => {
    expect(overBy(reply, 'a1')).toBeNull()
  })
})
