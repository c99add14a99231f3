import { trainingBounds } from '#contract/training-bounds.ts'
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import {
  answerEvents,
  collapsedAnswers,
  attempts,
  paperKeys,
  papers,
  results,
  submissions,
} from '../../../db/schema/attempts.ts'
import { Failure } from '../../../failure.ts'
import type { practiceMode } from '../attempt.ts'

const mostStarts = [
  { starts: trainingBounds.anHour, seconds: 3600 },
  { starts: trainingBounds.aDay, seconds: 86_400 },
] as const

/** The same expression as in the indexes on trainings. */
const isTraining = sql`${attempts.mode} <> 'exam'`
/** Trainings that one opening trims: one in the long run, more if an earlier release has left many. */
const mostTrimmed = 20

/** Throws 429 `too_many_trainings` at the bound of an hour or a day (× `factor`), with the time until the next may begin. */
export async function requireTrainingLeft(tx: Queries, userId: string, factor: number): Promise<void> {
  const waits: number[] = []
  for (const { starts, seconds } of mostStarts) {
    const [nth] = await tx
      .select({ wait: sql<number>`ceil(${seconds} - extract(epoch from now() - ${attempts.createdAt}))::int` })
      .from(attempts)
      .where(and(eq(attempts.userId, userId), isTraining))
      .orderBy(desc(attempts.createdAt))
      .offset(Math.ceil(starts * factor) - 1)
      .limit(1)
    waits.push(nth?.wait ?? 0)
  }
  const retryAfterSeconds = Math.max(...waits)
  if (retryAfterSeconds <= 0) return
  const detail = `Забагато тренувань поспіль. Наступне можна почати через ${inWords(retryAfterSeconds)}; розпочате можна завершити будь-коли.`
  throw new Failure(429, 'too_many_trainings', detail, { retryAfterSeconds })
}

function inWords(seconds: number): string {
  const all = Math.ceil(seconds / 60)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return [hours > 0 && `${hours}\u00a0год`, minutes > 0 && `${minutes}\u00a0хв`].filter(Boolean).join(' ')
}

/**
 * Trims the graded trainings of a purchase in one mode, except the newest: drops paper, keys, review and history of answers.
 * The result stays with its receipt, and so do the submitted answers and the reply's bytes without the review: a client that
 * sends the same again still hears that it was accepted. Never touches other trainings. The caller holds the purchase.
 */
export async function trimTrainings(
  tx: Queries,
  purchaseId: string,
  mode: 'training' | typeof practiceMode,
): Promise<void> {
  const untrimmed = and(
    eq(attempts.purchaseId, purchaseId),
    eq(attempts.mode, mode),
    isTraining,
    sql`${attempts.state} = 'graded'`,
    isNull(attempts.trimmedAt),
  )
  const old = tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(untrimmed)
    .orderBy(desc(attempts.createdAt))
    .offset(trainingBounds.keptWhole)
    .limit(mostTrimmed)
  const held = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(inArray(attempts.id, old))
    .for('update', { skipLocked: true })
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.delete(papers).where(inArray(papers.attemptId, ids))
  await tx.delete(paperKeys).where(inArray(paperKeys.attemptId, ids))
  await tx.delete(answerEvents).where(inArray(answerEvents.attemptId, ids))
  await tx.delete(collapsedAnswers).where(inArray(collapsedAnswers.attemptId, ids))
  await tx
    .update(results)
    .set({ review: sql`null` })
    .where(and(inArray(results.attemptId, ids), isNotNull(results.review)))
  await tx
    .update(submissions)
    .set({ replyBytes: sql`(${submissions.replyBytes}::jsonb - 'review')::text` })
    .where(inArray(submissions.attemptId, ids))
  await tx.update(attempts).set({ trimmedAt: sql`now()` }).where(inArray(attempts.id, ids))
}
