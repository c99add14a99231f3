import { submitExam, submitTraining } from '#contract/exam.ts'
import { tryLimit } from '../delivery/send.ts'
import { judgeSubmission } from '../delivery/verdict.ts'
import type { ExamEvent } from '../engine/exam-event.ts'
import type { SubmissionBody } from '../storage/exam-rows.ts'
import type { ExamPorts } from './exam-ports.ts'

/**
 * Hands in from memory what the browser would not write down: the outbox comes first, but a broken one must not keep an
 * exam from its server. Returns what came of it, or null when nothing is known. Safe beside the outbox, should it work
 * after all: the key is the same. Without a key (another server) nobody could tell a second hand-in from the first, so
 * it is not tried.
 */
export async function handInUnkept(
  { mode, send, purchaseId }: Pick<ExamPorts, 'mode' | 'send' | 'purchaseId'>,
  body: SubmissionBody,
): Promise<ExamEvent | null> {
  if (body.submission_key === undefined) return null
  const options = { signal: AbortSignal.timeout(tryLimit), asTicketHolder: true }
  const endpoint = mode === 'exam' ? submitExam : submitTraining
  const reply = await send(endpoint, { params: { id: purchaseId }, body }, options)
  const verdict = judgeSubmission(reply)
  switch (verdict.verdict) {
    case 'accepted':
      return { type: 'submission-accepted', reply: { status: 'processing_started' } }
    case 'graded':
      return { type: 'already-graded' }
    // A refusal too: no place but this page has the answers, so it stays and goes on offering them as a file.
    case 'refused':
    case 'again':
      return null
  }
}
