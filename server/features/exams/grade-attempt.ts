import { eq } from 'drizzle-orm'
import type { Answer } from '#contract/question.ts'
import type { Result } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { countedOf, readStanding, type StoredEvent, winnersOf } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { secondsUsed } from './attempt-clock.ts'
import { gradeAnswers } from './grade-answers.ts'
import { gradedReceipt } from './graded-receipt.ts'
import { latenessOf, secondsElapsed } from './lateness.ts'
import { findGradedPaper } from './paper-store.ts'
import { presentResult } from './read-result.ts'
import { pushOfResult } from './push-news.ts'
import { tellOfResult } from './tell-news.ts'

/** How an attempt was closed, and with what. */
export interface Ending {
  answers: unknown
  /** How many of the answers had been seen in time. */
  inTime: number
  closedBy: string
  receivedAt: Date
  /** Its owner's window has sent it and shows what comes of it: nobody need be called. */
  isWatched?: boolean
}

const insertResult = prepared<{ version: number }>(
  'insert_first_result',
  `insert into results (attempt_id, version, correct, total, theta, score, score_withheld, by_family, duration_seconds,
     elapsed_seconds, late, review, receipt, reason, author)
   values ($1, 1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9, $10::jsonb, $11::jsonb, $12, 'graded', 'system')
   on conflict do nothing returning version`,
)

const jsonOrNull = (value: unknown) => (value == null ? null : JSON.stringify(value))

/**
 * Grades a submitted attempt: writes version 1 of its result and tells its owner. The caller holds the attempt's row, has
 * seen that it has no grade, and writes down that it is graded. `events`: everything that is stored of the attempt.
 */
async function writeGrade(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  { answers, inTime, closedBy, receivedAt, isWatched = false }: Ending,
  events: readonly StoredEvent[],
): Promise<Result> {
  const winners = winnersOf(countedOf(events))
  const late = latenessOf({ deadlineAt: attempt.deadlineAt, endedAt: receivedAt, closedBy, inTime }, winners)
  const { items, test, cardTitle } = (await findGradedPaper(tx, attempt.id))!
  const content = {
    ...(await gradeAnswers(tx, attempt, items, answers as Answer[], events)),
    durationSeconds: secondsUsed(attempt, attempt.submittedAt!),
    elapsedSeconds: secondsElapsed(attempt, closedBy, late, winners),
    late,
  }
  const receipt = await services.receipts.sign(gradedReceipt(attempt.id, content, receivedAt))
  await insertResult(
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
  )
  await tellOfResult(tx, attempt, cardTitle, content.scoreWithheld)
  if (!isWatched) await pushOfResult(services, tx, attempt, cardTitle)
  for (const act of services.afterGrading) await act(tx, attempt.userId)
  return presentResult({ attempt, test, result: { ...content, version: 1, receipt } })
}

/**
 * Writes the grade unless that fails: then null, and what the grading had written by then is taken back. The caller's
 * writes stand.
 */
export async function tryToGrade(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  ending: Ending,
  events: readonly StoredEvent[],
): Promise<Result | null> {
  try {
    return await tx.transaction((savepoint) => writeGrade(services, savepoint, attempt, ending, events))
  } catch (error) {
    services.log.error({ err: error, attemptId: attempt.id }, 'grading failed')
    return null
  }
}

/** Grades a submitted attempt whose closing left that to others. The caller holds its row. Throws what grading throws. */
export async function gradeLater(services: Services, tx: Queries, attempt: Attempt, ending: Ending): Promise<Attempt> {
  await writeGrade(services, tx, attempt, ending, (await readStanding(tx, attempt.id)).stored)
  await tx.update(attempts).set({ state: 'graded' }).where(eq(attempts.id, attempt.id))
  return { ...attempt, state: 'graded' }
}
