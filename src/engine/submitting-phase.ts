import type { SubmitReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'
import { takeMarks } from './answer-book.ts'
import type { ExamEvent } from './exam-event.ts'
import type { ExamSession, Submitting } from './exam-phase.ts'

/** Nothing but a reply of the server leaves this phase: until then the submission stands in the outbox. */
export function submittingAfter(session: Submitting, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'submission-enqueued':
      return { ...session, enqueued: true }
    case 'answers-saved':
      return { ...session, book: takeMarks(session.book, event.news.marks, event.news.sent) }
    case 'submission-accepted':
      return afterAcceptance(event.reply)
    case 'submission-refused':
      return { phase: 'failed', failure: { kind: 'needs-attention', code: event.code, message: event.message } }
    case 'already-graded':
      return { phase: 'finished', result: null }
    default:
      return session
  }
}

/** Work that goes on is asked about; any other status is the final result (S4.20). */
export function afterAcceptance(reply: SubmitReply): ExamSession {
  if (isWorking(reply)) return { phase: 'scoring', asked: 0 }
  return { phase: 'finished', result: isResult(reply) ? reply : null }
}

/** Whether the grading goes on. */
export function isWorking({ status }: Pick<SubmitReply, 'status'>): boolean {
  return status === 'processing_started' || status === 'processing'
}

export function isResult(reply: SubmitReply): reply is Result {
  return reply.status === 'completed' && 'attempt_id' in reply
}
