import { describe, expect, it } from 'vitest'
import type { SubmitReply } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import { judgeEarlierSend, judgeSubmission, type Verdict } from './deliver-submission.ts'

type AnyReply = Reply<SubmitReply>
const answered = (body: SubmitReply): AnyReply => ({ kind: 'answered', body })
const refused = (status: number, code = '', retryAfter: number | null = null): AnyReply => ({
  kind: 'refused',
  status,
  code,
  message: 'Чому',
  resultUrl: null,
  retryAfter,
})
const page = (status: number): AnyReply => ({ kind: 'unreadable', form: 'html', status })
const again = (pause: number | null = null, words?: { said: string }): Verdict => ({
  verdict: 'again',
  pause,
  ...words,
})
const graded = (receipt: string | null = null): Verdict => ({ verdict: 'graded', receipt })

describe('[S4.20] the verdict on a reply to a submission', () => {
  it.each<[string, AnyReply, Verdict]>([
    ['a result with its receipt', answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws' }), graded('jws')],
    [
      'a result with its receipt and an acceptance',
      answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws', acceptance: 'accepted' }),
      graded('accepted'),
    ],
    [
      'a result with its receipt and no acceptance',
      answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws', acceptance: null }),
      graded('jws'),
    ],
    ['a result without a receipt', answered({ status: 'completed', attempt_id: 'a1' }), graded()],
    ['grading that is under way', answered({ status: 'processing' }), { verdict: 'accepted', receipt: null }],
    [
      'grading that is under way, with a receipt',
      answered({ status: 'processing', receipt: 'jws' }),
      { verdict: 'accepted', receipt: 'jws' },
    ],
    ['409 already_graded', refused(409, 'already_graded'), graded()],
    ['409 attempt_not_started', refused(409, 'attempt_not_started'), again()],
    [
      'a failed grading with the server’s message',
      answered({ status: 'error', message: 'Збій' }),
      { verdict: 'refused', code: 'error', message: 'Збій' },
    ],
    [
      'an expired grading without a message',
      answered({ status: 'expired' }),
      { verdict: 'refused', code: 'expired', message: '' },
    ],
    ['silence', { kind: 'silence' }, { verdict: 'again', pause: null, isSilent: true }],
    ['a web page, even with a final status', page(403), again()],
    ['an overloaded server', refused(503, 'unavailable', 7_000), again(7_000, { said: 'Чому' })],
    ['an overloaded server that gives no message', { ...refused(503), message: '' } as AnyReply, again()],
    ['a final refusal', refused(422, 'mismatch'), { verdict: 'refused', code: 'mismatch', message: 'Чому' }],
  ])('a reply to a submission gets the right verdict: %s', (_, reply, verdict) => {
    expect(judgeSubmission(reply)).toEqual(verdict)
  })

  it('a conflict code with another status than 409 is a final refusal', () => {
    for (const code of ['already_graded', 'attempt_not_started']) {
      expect(judgeSubmission(refused(403, code))).toEqual({ verdict: 'refused', code, message: 'Чому' })
    }
  })
})

describe('the status check of a submission without a key before it is sent again', () => {
  it.each<[string, AnyReply, Verdict | null]>([
    ['it is being graded', answered({ status: 'processing' }), { verdict: 'accepted', receipt: null }],
    ['it is graded', answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws' }), graded('jws')],
    ['its grading failed', answered({ status: 'error' }), null],
    ['its grading was given up', answered({ status: 'expired' }), null],
    ['the server knows nothing', refused(404), null],
    ['a page with status 404 answered', page(404), null],
    ['the purchase belongs to another person', refused(403, 'foreign_purchase'), null],
    ['the network was silent', { kind: 'silence' }, { verdict: 'again', pause: null, isSilent: true }],
    ['a captive portal answered', page(200), again()],
    ['the server is overloaded', refused(503, '', 7_000), again(7_000, { said: 'Чому' })],
  ])('a status check of a submission without a key gets the right verdict: %s', (_, reply, verdict) => {
    expect(judgeEarlierSend(reply)).toEqual(verdict)
  })
})
