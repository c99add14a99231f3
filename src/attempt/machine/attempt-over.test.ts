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

describe('an attempt whose ticket the server rejects', () => {
  it.each(['no_open_attempt', 'purchase_expired', 'purchase_not_paid'])(
    'an attempt is over when the server refuses to open it with %s',
    (code) => {
      expect(overBy(refused(409, code), 'a1')).toEqual({ type: 'attempt-over', resultUrl: '/logic/test-result/1' })
    },
  )

  it('an attempt is over when the server has another attempt open', () => {
    expect(overBy(opened({ attempt: { ...attempt, id: 'a2' } }), 'a1')).toEqual({
      type: 'attempt-over',
      resultUrl: null,
    })
  })

  it.each<[string, Reply<ExamMeta>]>([
    ['it is open', opened({ attempt })],
    ['the server builds a paper', opened({ status: 'building_started' })],
    ['the network is silent', { kind: 'silence' }],
    ['a captive portal answers', { kind: 'unreadable', form: 'html', status: 409 }],
    ['the session has ended', refused(401, 'not_authenticated')],
    ['the purchase belongs to another person', refused(403, 'foreign_purchase')],
    ['the server replies 503', refused(503, '')],
  ])('an attempt does not count as over when %s', (_, reply) => {
    expect(overBy(reply, 'a1')).toBeNull()
  })
})
