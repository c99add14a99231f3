import type { ExamMeta } from '#contract/exam.ts'
import type { ExamEvent } from './exam-event.ts'
import type { Reply } from './reply.ts'

/**
 * What GET exam-meta (without a start_key) says of an attempt whose ticket the server does not take: that it is over, or
 * null where it is open or nobody can tell. A ticket alone says too little: one may be refused in the middle of an exam.
 */
export function overBy(reply: Reply<ExamMeta>, attemptId: string | null): ExamEvent | null {
  if (reply.kind === 'refused') {
    // An attempt that is open is given out before anything else of its purchase is asked: every 409 says there is none.
    return reply.status === 409 ? { type: 'attempt-over', resultUrl: reply.resultUrl } : null
  }
  const open = reply.kind === 'answered' ? reply.body.attempt : null
  return open == null || open.id === attemptId ? null : { type: 'attempt-over', resultUrl: null }
}
