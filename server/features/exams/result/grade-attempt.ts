import { eq } from 'drizzle-orm'
import type { Answer } from '#contract/question.ts'
import type { Result } from '#contract/result.ts'
import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import type { Services } from '../../../services.ts'
import { notificationRows, storingNotifications } from '../../notifications/notify.ts'
import { queued, queueing, sendQueued } from '../../push/queue-push.ts'
import { countedOf, readStoredAnswers, type StoredAnswers, winnersOf } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { wantingPapers } from '../exam-use.ts'
import { gradeAnswers } from './grade-answers.ts'
import { gradedReceipt, notCounted } from './graded-receipt.ts'
import { hasTimeRunOut, latenessOf, timesOfExam } from '../answers/lateness.ts'
import { findGradedPaper } from '../paper/paper-store.ts'
import { readPauses } from '../pauses.ts'
import { resultNotifications } from '../notify-owner.ts'
import { subjectOf, wordOfDelivery, wordsOfResult } from '../push-owner.ts'
import { presentResult } from './read-result.ts'
import { queueResultLetter } from './result-letter.ts'
import { findTiming } from '../answers/submission-store.ts'

declare module '../../../services.ts' {
  interface Services {
    /** Actions of features above when an attempt is graded, in the grade's own transaction. */
    afterGrading: ((tx: Queries, attempt: Pick<Attempt, 'userId' | 'mode'>) => Promise<void>)[]
  }
}

export interface Ending {
  answers: unknown
  /** How many answers had arrived in time. */
  inTime: number
  closedBy: string
  receivedAt: Date
  /** The owner's window sent it and shows the outcome: no push is needed. */
  isWatched?: boolean
  /** As stored (`findTiming`). */
  timing: Timing | null
  /** A device has just sent it: an owner who wants no news of results may want news of deliveries. */
  isDelivery?: boolean
}

/** Stores the grade, its notifications and pushes, and that the next exam wants a paper. Returns the pushes to send. */
const insertGrade = prepared<{ id: string }>(
  'insert_grade',
  `with graded as (
     insert into results (attempt_id, version, correct, total, theta, score, score_withheld, by_family, duration_seconds,
       elapsed_seconds, late, review, receipt, pauses, reason, author)
     values ($1, 1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9, $10::jsonb, $11::jsonb, $12, $18::jsonb, 'graded', 'system')
     on conflict do nothing
   ), told as (${storingNotifications('$13', '$14')}),
   pushed as (${queueing({ userId: '$13', serverKey: '$15', topic: '$16', words: '$17' })}),
   wanted as (${wantingPapers(`p.id = (select purchase_id from attempts where id = $1 and mode = 'exam')`)})
   select id from pushed`,
)

const jsonOrNull = (value: unknown) => (value == null ? null : JSON.stringify(value))

/**
 * Writes version 1 of a submitted attempt's result and notifies its owner. The caller holds the attempt's row, has seen that
 * it has no grade, and marks it as graded. `storedAnswers`: everything stored of the attempt.
 */
async function writeGrade(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  { answers, inTime, closedBy, receivedAt, timing, isWatched = false, isDelivery = false }: Ending,
  storedAnswers: StoredAnswers,
): Promise<Result> {
  const winners = winnersOf(countedOf(storedAnswers.stored))
  const late = latenessOf({ deadlineAt: attempt.deadlineAt, inTime }, winners)
  const pauses = await readPauses(tx, attempt)
  const { items, test, cardTitle } = (await findGradedPaper(tx, attempt.id))!
  const times = timesOfExam(attempt, { closedBy, late, winners }, pauses)
  const isOver = hasTimeRunOut(attempt, times, pauses)
  const content = {
    ...(await gradeAnswers(tx, attempt, items, answers as Answer[], storedAnswers, timing, pauses, isOver)),
    ...times,
  }
  const receipt = await services.receipts.sign(
    gradedReceipt(attempt.id, content, receivedAt, notCounted(storedAnswers.stored)),
  )
  const words = isWatched
    ? []
    : [...wordsOfResult(attempt, cardTitle), ...(isDelivery ? [wordOfDelivery(attempt)] : [])]
  const pushes = queued(services, subjectOf(attempt), words)
  const toSend = await insertGrade(
    tx,
    attempt.id,
    content.correct,
    content.total,
    content.theta,
    jsonOrNull(content.score),
    jsonOrNull(content.scoreWithheld),
    JSON.stringify(content.byFamily),
    content.durationSeconds,
    content.elapsedSeconds,
    jsonOrNull(late),
    jsonOrNull(content.review),
    receipt,
    attempt.userId,
    notificationRows(resultNotifications(attempt, cardTitle, content)),
    pushes.serverKey,
    pushes.topic,
    pushes.words,
    jsonOrNull(content.pauses),
  )
  await sendQueued(services.jobs, tx, toSend)
  if (!isWatched) await queueResultLetter(services, tx, attempt, { title: cardTitle, closedBy })
  for (const act of services.afterGrading) await act(tx, attempt)
  return presentResult({ attempt, test, result: { ...content, pauses: content.pauses ?? null, version: 1, receipt } })
}

/** Writes the grade. If that fails, returns null and rolls back the grading, not the caller's writes. */
export async function tryToGrade(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  ending: Ending,
  storedAnswers: StoredAnswers,
): Promise<Result | null> {
  try {
    const result = await tx.transaction((savepoint) => writeGrade(services, savepoint, attempt, ending, storedAnswers))
    services.metrics.gradings.inc({ outcome: 'graded' })
    return result
  } catch (error) {
    services.metrics.gradings.inc({ outcome: 'failed' })
    services.log.error({ err: error, attemptId: attempt.id }, 'grading failed')
    return null
  }
}

/** Grades a submitted attempt that its closing left ungraded. The caller holds its row. Throws what grading throws. */
export async function gradeLater(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  submission: Omit<Ending, 'timing'>,
): Promise<Attempt> {
  const ending = { ...submission, timing: await findTiming(tx, attempt.id) }
  await writeGrade(services, tx, attempt, ending, await readStoredAnswers(tx, attempt))
  services.metrics.gradings.inc({ outcome: 'graded' })
  await tx.update(attempts).set({ state: 'graded' }).where(eq(attempts.id, attempt.id))
  return { ...attempt, state: 'graded' }
}
