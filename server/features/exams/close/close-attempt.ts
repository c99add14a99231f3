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
  /** person: submitted; unattended: nobody did, and the time for it is over. */
  by: 'person' | 'unattended'
  /** When the work ended, as the result says it. */
  at: Date
  now: Date
  submissionKey?: string
  bodyDigest?: string
  /** What was shown and answered when, where the device has said so. */
  timing?: Timing | null | undefined
  /** See `deviceKind`. */
  deviceKind?: string | null
  /** Its owner's window has sent it and shows what becomes of it. */
  isWatched?: boolean
  /** Nothing is asked after it: the transaction is committed with it. */
  isLast?: boolean
}

export interface Closed {
  attempt: Attempt
  /** What answers the submit, now and whenever it comes again. */
  replyBytes: string
}

/**
 * Closes an open attempt with the answers that the server has: the submission, its receipt, the reply's bytes and (inline)
 * the grade in the caller's one transaction. The caller holds the row and has seen that it is open. A grading that
 * fails does not turn the answers away: they are accepted, and a job tries the grading again. A pause that stands ends with it.
 * `read`: everything that is stored of the attempt, where the caller has read it.
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
    // As a grade that comes later will read it.
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
 * The division fails where nothing was closed. That cannot be while the caller holds the row; if it ever did not, nothing of its
 * transaction may stand, and it may be committed with this statement.
 *
 * "is not false", for of few open attempts PostgreSQL would rather read the whole index of the open ones than look one up, and
 * continue doing so when thousands are open.
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
