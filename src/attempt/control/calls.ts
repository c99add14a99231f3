// A lazy boundary: loaded with an attempt, and where answers wait to be sent.
import { type ExamMeta, type ExamStatus, examStatus, openExam } from '#contract/exam.ts'
import { type Send, tryLimit } from '../../http/send.ts'
import type { Reply } from '../../http/reply.ts'
import { replyOf } from '../../http/reply-of.ts'
import { request } from '../../http/request.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** The calls of an exam; what they fail of is a value. */
export interface AttemptCalls {
  /**
   * With a start_key opens an attempt, without one returns the open attempt. `timeoutMs` null: a person waits for it, so that it
   * has no time-out (S7.04).
   */
  readonly open: (purchaseId: string, startKey: string | null, timeoutMs: number | null) => Promise<Reply<ExamMeta>>
  readonly fetchPaper: (purchaseId: string, cacheKey: string) => Promise<Reply<ExamMeta>>
  readonly buildStatus: (purchaseId: string) => Promise<Reply<ExamStatus>>
}

const background = { timeout: tryLimit }
export const limitedTo = (timeoutMs: number | null) => (timeoutMs === null ? {} : { timeout: timeoutMs })

export const attemptCalls: AttemptCalls = {
  open: (id, startKey, timeoutMs) => {
    const query = startKey === null ? {} : { start_key: startKey }
    return replyOf(sessionRequest(openExam, { params: { id }, query }, limitedTo(timeoutMs)))
  },
  fetchPaper: (id, cacheKey) =>
    replyOf(sessionRequest(openExam, { params: { id }, query: { exam_cache_key: cacheKey } }, background)),
  buildStatus: (id) => replyOf(sessionRequest(examStatus, { params: { id } }, background)),
}

/** The window's sender: as the signed-in person, or by the ticket alone. */
export const sendFromWindow: Send = (endpoint, input, { signal, asTicketHolder }) =>
  replyOf(asTicketHolder === true ? request(endpoint, input, { signal }) : sessionRequest(endpoint, input, { signal }))
