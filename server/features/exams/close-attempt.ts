import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Accepted, GradedHandIn } from '#contract/exam.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, submissions } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { acceptanceReceipt } from './acceptance-receipt.ts'
import { winningEvents } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { tryToGrade } from './grade-attempt.ts'
import { readResult } from './read-result.ts'
import { tellOfUnattendedEnd } from './tell-news.ts'

interface Closing {
  /** person: handed in; unattended: nobody did, and the time for it is over. */
  by: 'person' | 'unattended'
  /** When the work ended, as the result says it. */
  at: Date
  now: Date
  submissionKey?: string
  bodyDigest?: string
}

/** The merged view of winning events: one row a question that has an answer. */
export function mergedAnswers(winners: readonly AnswerEvent[]): Answer[] {
  return winners.flatMap(({ question_id, value }) => (value === null ? [] : [{ question_id, value }]))
}

/**
 * Closes an open attempt with the answers that the server has: the hand-in, its receipt, the reply's bytes and (inline)
 * the grade in the caller's one transaction. The caller holds the row and has seen that it is open. A grading that
 * fails does not turn the answers away: they are accepted, and a job tries the grading again.
 */
export async function closeAttempt(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  closing: Closing,
): Promise<Attempt> {
  const answers = mergedAnswers(await winningEvents(tx, attempt.id))
  const inTime = mergedAnswers(await winningEvents(tx, attempt.id, { among: 'in_time' }))
  const receipt = await services.receipts.sign(acceptanceReceipt(attempt.id, answers, closing.at))
  const closed: Attempt = {
    ...attempt,
    state: 'submitted',
    isOpen: false,
    submittedAt: closing.at,
    processingSince: closing.now,
  }
  const won = await tx
    .update(attempts)
    .set({ state: 'submitted', isOpen: false, submittedAt: closing.at, processingSince: closing.now })
    .where(and(eq(attempts.id, attempt.id), attempts.isOpen))
    .returning({ id: attempts.id })
  // Cannot be while the caller holds the row; if it ever did not, nothing of this transaction may stand.
  if (won.length === 0) throw new Error(`attempt ${attempt.id} was closed meanwhile`)

  if (closing.by === 'unattended') await tellOfUnattendedEnd(tx, closed, answers.length)
  const submission = {
    attemptId: attempt.id,
    submissionKey: closing.submissionKey ?? null,
    bodyDigest: closing.bodyDigest ?? '',
    answers,
    inTime: inTime.length,
    receipt,
    replyStatus: 200,
    closedBy: closing.by,
    receivedAt: closing.now,
  }
  const isLeftToTheJob = services.config.workMode === 'job' && attempt.mode === 'exam'
  const graded = isLeftToTheJob ? null : await tryToGrade(services, tx, closed, submission)
  if (graded === null) {
    await services.jobs.add(tx, 'grade-attempt', { attempt_id: attempt.id }, 0)
    const accepted = { status: 'processing_started', attempt_id: attempt.id, receipt }
    await tx.insert(submissions).values({ ...submission, replyBytes: JSON.stringify(z.encode(Accepted, accepted)) })
    return closed
  }
  const reply = { ...(await readResult(tx, graded))!, acceptance: receipt }
  await tx.insert(submissions).values({ ...submission, replyBytes: JSON.stringify(z.encode(GradedHandIn, reply)) })
  return graded
}
