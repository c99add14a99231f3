import { examStatus, openExam } from '#contract/exam.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { replyOf } from '../../http/reply-of.ts'
import type { AttemptCalls } from './context.ts'
import { sessionRequest } from '../../session/session-request.ts'

const background = { timeout: tryTimeoutMs }
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
