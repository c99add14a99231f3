import * as z from 'zod/mini'
import { Accepted, GradedSubmission } from '#contract/exam.ts'
import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Services } from '../../../services.ts'
import { acceptanceReceipt } from '../result/acceptance-receipt.ts'
import { countedOf, mergedAnswers, readStoredAnswers, type StoredAnswers, winnersOf } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { tryToGrade } from '../result/grade-attempt.ts'
import { inTimeOf } from '../answers/lateness.ts'
import { packTiming, readTiming } from '../../../db/stored-timing.ts'
import { columnsOf } from '../answers/submission-store.ts'
import { endCurrent } from '../pauses.ts'
import { pushOfDelivery } from '../push-owner.ts'
import { notifyOfUnattendedEnd } from '../notify-owner.ts'

export interface Closing {
  /** `person`: submitted. `unattended`: nobody submitted while it was possible. */
  by: 'person' | 'unattended'
  /** When the work ended, as the result states it. */
  at: Date
  now: Date
  submissionKey?: string
  bodyDigest?: string
  /** When each question was shown and answered, if the device said so. */
  timing?: Timing | null | undefined
  deviceKind?: string | null
  /** The owner's window sent it and shows the outcome. */
  isWatched?: boolean
  /** The close is the transaction's last statement: the commit travels with it. */
  isLast?: boolean
}

export interface Closed {
  attempt: Attempt
  /** The reply to the submission, now and at every retry. */
  replyBytes: string
}

/**
 * Closes an open attempt with the answers that the server has: writes the submission, its receipt, the reply's bytes and the
 * grade (unless WORK_MODE=job leaves an exam to a job) in the caller's transaction, and ends a current pause. A failed grading
 * does not refuse the answers: they are accepted, and a job tries again. The caller holds the row and has seen that it is
 * open. `read`: everything stored of the attempt, if the caller has read it.
 */
export async function closeAttempt(
  services: Services,
  tx: Queries,
  given: Attempt,
  closing: Closing,
  read?: StoredAnswers,
): Promise<Closed> {
  const attempt = await endCurrent(tx, given, { at: closing.at, by: 'closed', now: closing.now })
  const storedAnswers = read ?? (await readStoredAnswers(tx, attempt))
  const { stored } = storedAnswers
  const winners = winnersOf(countedOf(stored))
  const answers = mergedAnswers(winners)
  const receipt = await services.receipts.sign(acceptanceReceipt(attempt.id, answers, closing.at))
  const closed: Attempt = {
    ...attempt,
    state: 'submitted',
    isOpen: false,
    submittedAt: closing.at,
    processingSince: closing.now,
  }
  const packedTiming = attempt.mode === 'exam' && closing.timing != null ? packTiming(closing.timing) : null
  const ending = {
    answers,
    // Packed and read again: a later grading reads the same values.
    timing: packedTiming === null ? null : readTiming(packedTiming),
    inTime: inTimeOf(attempt, stored),
    closedBy: closing.by,
    receivedAt: closing.now,
    isWatched: closing.isWatched ?? false,
    isDelivery: closing.by === 'person',
  }
  if (closing.by === 'unattended') await notifyOfUnattendedEnd(tx, closed, answers.length)
  const isLeftToTheJob = services.config.workMode === 'job' && attempt.mode === 'exam'
  const graded = isLeftToTheJob ? null : await tryToGrade(services, tx, closed, ending, storedAnswers)
  if (graded === null) {
    if (ending.isDelivery && !ending.isWatched) await pushOfDelivery(services, tx, closed)
    await services.jobs.add(tx, 'grade-attempt', { attempt_id: attempt.id }, 0)
  }
  const reply =
    graded === null
      ? z.encode(Accepted, { status: 'processing_started', attempt_id: attempt.id, receipt })
      : z.encode(GradedSubmission, { ...graded, acceptance: receipt })
  services.metrics.closings.inc({ by: closing.by })
  const ended: Attempt = graded === null ? closed : { ...closed, state: 'graded' }
  const replyBytes = JSON.stringify(reply)
  const end = closing.isLast === true ? close.last : close
  await end(
    tx,
    attempt.id,
    ended.state,
    closing.at,
    closing.now,
    closing.submissionKey ?? null,
    closing.bodyDigest ?? '',
    ending.inTime,
    closing.by,
    packedTiming,
    ...columnsOf(attempt, { answers, receipt, replyBytes }),
    closing.deviceKind ?? null,
  )
  return { attempt: ended, replyBytes }
}

/**
 * The division by zero fails this statement if nothing was closed. That cannot be while the caller holds the row. Without that
 * lock nothing of the transaction may stay, although this statement may carry the commit.
 *
 * "is not false": with few open attempts PostgreSQL would rather read the whole index of the open ones than look one up, and
 * would keep that plan when thousands are open.
 */
const close = prepared<{ closed: number }>(
  'close_attempt',
  `with closed as (
     update attempts set state = $2, is_open = false, submitted_at = $3, processing_since = $4
     where id = $1 and is_open is not false returning id
   ), kept as (
     insert into submissions (attempt_id, submission_key, body_digest, in_time, reply_status, closed_by, received_at, timing,
       answers, receipt, reply_bytes, packed, device_kind)
     select id, $5, $6, $7, 200, $8, $4, $9, $10::jsonb, $11, $12, $13::bytea, $14 from closed returning attempt_id
   )
   select 1 / count(*)::int as closed from kept`,
)
