import * as z from 'zod/mini'
import { Accepted, GradedHandIn } from '#contract/exam.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Services } from '../../services.ts'
import { acceptanceReceipt } from './acceptance-receipt.ts'
import { countedOf, readStanding, type StoredEvent, winnersOf } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { tryToGrade } from './grade-attempt.ts'
import { packTiming } from '../../db/stored-timing.ts'
import { columnsOf } from './submission-store.ts'
import { pushOfDelivery } from './push-news.ts'
import { tellOfUnattendedEnd } from './tell-news.ts'

export interface Closing {
  /** person: handed in; unattended: nobody did, and the time for it is over. */
  by: 'person' | 'unattended'
  /** When the work ended, as the result says it. */
  at: Date
  now: Date
  submissionKey?: string
  bodyDigest?: string
  /** What was shown and answered when, where the device has said so. */
  timing?: Timing | null | undefined
  /** Its owner's window has sent it and shows what comes of it. */
  isWatched?: boolean
}

export interface Closed {
  attempt: Attempt
  /** What answers the submit, now and whenever it comes again. */
  replyBytes: string
}

/** The merged view of winning events: one row a question that has an answer. */
export function mergedAnswers(winners: readonly AnswerEvent[]): Answer[] {
  return winners.flatMap(({ question_id, value }) => (value === null ? [] : [{ question_id, value }]))
}

/**
 * Closes an open attempt with the answers that the server has: the hand-in, its receipt, the reply's bytes and (inline)
 * the grade in the caller's one transaction. The caller holds the row and has seen that it is open. A grading that
 * fails does not turn the answers away: they are accepted, and a job tries the grading again. `events`: everything that is
 * stored of the attempt, where the caller has read it.
 */
export async function closeAttempt(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  closing: Closing,
  events?: readonly StoredEvent[],
): Promise<Closed> {
  const stored = events ?? (await readStanding(tx, attempt.id)).stored
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
  const ending = {
    answers,
    // Of the answers that hold, or of those that stood before late ones replaced them.
    inTime: mergedAnswers(winnersOf(stored.filter(({ phase }) => phase === 'in_time'))).length,
    closedBy: closing.by,
    receivedAt: closing.now,
    isWatched: closing.isWatched ?? false,
  }
  if (closing.by === 'unattended') await tellOfUnattendedEnd(tx, closed, answers.length)
  const isLeftToTheJob = services.config.workMode === 'job' && attempt.mode === 'exam'
  const graded = isLeftToTheJob ? null : await tryToGrade(services, tx, closed, ending, stored)
  if (closing.by === 'person' && !ending.isWatched) await pushOfDelivery(services, tx, closed)
  if (graded === null) await services.jobs.add(tx, 'grade-attempt', { attempt_id: attempt.id }, 0)
  const reply =
    graded === null
      ? z.encode(Accepted, { status: 'processing_started', attempt_id: attempt.id, receipt })
      : z.encode(GradedHandIn, { ...graded, acceptance: receipt })
  const standing: Attempt = graded === null ? closed : { ...closed, state: 'graded' }
  const replyBytes = JSON.stringify(reply)
  const rows = await close(
    tx,
    attempt.id,
    standing.state,
    closing.at,
    closing.now,
    closing.submissionKey ?? null,
    closing.bodyDigest ?? '',
    ending.inTime,
    closing.by,
    attempt.mode === 'exam' && closing.timing != null ? packTiming(closing.timing) : null,
    ...columnsOf(attempt, { answers, receipt, replyBytes }),
  )
  // Cannot be while the caller holds the row; if it ever did not, nothing of this transaction may stand.
  if (rows.length === 0) throw new Error(`attempt ${attempt.id} was closed meanwhile`)
  return { attempt: standing, replyBytes }
}

/**
 * "is not false", for of few open attempts PostgreSQL would rather read the whole index of the open ones than look one up, and
 * go on doing so when thousands are open.
 */
const close = prepared<{ id: string }>(
  'close_attempt',
  `with closed as (
     update attempts set state = $2, is_open = false, submitted_at = $3, processing_since = $4
     where id = $1 and is_open is not false returning id
   )
   insert into submissions (attempt_id, submission_key, body_digest, in_time, reply_status, closed_by, received_at, timing,
     answers, receipt, reply_bytes, packed)
   select id, $5, $6, $7, 200, $8, $4, $9, $10::jsonb, $11, $12, $13::bytea from closed returning attempt_id as id`,
)
