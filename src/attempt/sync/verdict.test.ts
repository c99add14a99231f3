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

describe('[S4.20] what a reply to a submission means', () => {
  it.each<[string, AnyReply, Verdict]>([
    ['a result with its receipt', answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws' }), graded('jws')],
    [
      'a result with its receipt and the word that the answers were accepted',
      answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws', acceptance: 'accepted' }),
      graded('accepted'),
    ],
    [
      'a result with its receipt and no such word',
      answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws', acceptance: null }),
      graded('jws'),
    ],
    ['a result without one', answered({ status: 'completed', attempt_id: 'a1' }), graded()],
    ['work that goes on', answered({ status: 'processing' }), { verdict: 'accepted', receipt: null }],
    [
      'work with its receipt',
      answered({ status: 'processing', receipt: 'jws' }),
      { verdict: 'accepted', receipt: 'jws' },
    ],
    ['a result that is there already', refused(409, 'already_graded'), graded()],
    ['a clock that has not begun', refused(409, 'attempt_not_started'), again()],
    [
      'a grading that came to nothing, with the server’s words',
      answered({ status: 'error', message: 'Збій' }),
      { verdict: 'refused', code: 'error', message: 'Збій' },
    ],
    [
      'one that was given up, without',
      answered({ status: 'expired' }),
      { verdict: 'refused', code: 'expired', message: '' },
    ],
    ['silence', { kind: 'silence' }, { verdict: 'again', pause: null, isSilent: true }],
    ['a page, even with a final status', page(403), again()],
    ['an overloaded server', refused(503, 'unavailable', 7_000), again(7_000, { said: 'Чому' })],
    ['one that says nothing of why', { ...refused(503), message: '' } as AnyReply, again()],
    ['a final no', refused(422, 'mismatch'), { verdict: 'refused', code: 'mismatch', message: 'Чому' }],
  ])('%s', (_, reply, verdict) => {
    expect(judgeSubmission(reply)).toEqual(verdict)
  })

  it('is a final no when the words of a conflict come with another status', () => {
    for (const code of ['already_graded', 'attempt_not_started']) {
      expect(judgeSubmission(refused(403, code))).toEqual({ verdict: 'refused', code, message: 'Чому' })
    }
  })
})

describe('what is known of a submission without a key before it is sent again', () => {
  it.each<[string, AnyReply, Verdict | null]>([
    ['it is being graded', answered({ status: 'processing' }), { verdict: 'accepted', receipt: null }],
    ['it is graded', answered({ status: 'completed', attempt_id: 'a1', receipt: 'jws' }), graded('jws')],
    ['its grading failed', answered({ status: 'error' }), null],
    ['its grading was given up', answered({ status: 'expired' }), null],
    ['there is nothing', refused(404), null],
    ['there is nothing, said by a page', page(404), null],
    ['there is nothing for this person', refused(403, 'foreign_purchase'), null],
    ['nobody answered', { kind: 'silence' }, { verdict: 'again', pause: null, isSilent: true }],
    ['a portal answered', page(200), again()],
    ['the server has no time', refused(503, '', 7_000), again(7_000, { said: 'Чому' })],
  ])('%s', (_, reply, verdict) => {
    expect(judgeEarlierSend(reply)).toEqual(verdict)
  })
})
