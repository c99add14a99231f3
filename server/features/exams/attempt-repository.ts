import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Question } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, papers } from '../../db/schema/attempts.ts'
import { notFound } from '../../failure.ts'
import type { Attempt, AttemptFailure, AttemptMode } from './attempt.ts'
import { startMarks } from './attempt-clock.ts'
import { tellOfReturn } from './tell-news.ts'

/** The open attempt of a purchase in this mode, held until the transaction ends. */
export async function lockOpenAttempt(
  tx: Queries,
  purchaseId: string,
  mode: AttemptMode,
): Promise<Attempt | undefined> {
  const [attempt] = await tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, mode), attempts.isOpen))
    .for('update')
  return attempt
}

/**
 * One attempt, held until the transaction ends. Its account and its purchase are held before it against being erased: what
 * is written of an attempt refers to both, and an erasure that came between would wait for it while it waits for them.
 */
export async function lockAttempt(tx: Queries, id: string): Promise<Attempt | undefined> {
  await tx.execute(sql`
    select 1 from attempts
    join users on users.id = attempts.user_id join purchases on purchases.id = attempts.purchase_id
    where attempts.id = ${id} for key share of users for key share of purchases`)
  const [attempt] = await tx.select().from(attempts).where(eq(attempts.id, id)).for('update')
  return attempt
}

/** An attempt that was found a moment ago, held until the transaction ends. Throws 404 where it was erased meanwhile. */
export async function lockHeldAttempt(tx: Queries, id: string): Promise<Attempt> {
  const attempt = await lockAttempt(tx, id)
  if (attempt === undefined) throw notFound()
  return attempt
}

/** The newest attempt of a purchase in this mode, whatever its state, or of those that are `such`. */
export async function newestAttempt(
  queries: Queries,
  purchaseId: string,
  mode: AttemptMode,
  such?: SQL,
): Promise<Attempt | undefined> {
  const [attempt] = await queries
    .select()
    .from(attempts)
    .where(and(eq(attempts.purchaseId, purchaseId), eq(attempts.mode, mode), such))
    .orderBy(desc(attempts.createdAt))
    .limit(1)
  return attempt
}

/** The questions as they travel, or undefined before the paper is built. */
export async function findQuestions(queries: Queries, attemptId: string): Promise<Question[] | undefined> {
  const [row] = await queries
    .select({ questions: papers.questions })
    .from(papers)
    .where(eq(papers.attemptId, attemptId))
  return row?.questions as Question[] | undefined
}

/** Starts the clock at `at`; the attempt is spent from here on. */
export async function startClock(tx: Queries, attempt: Attempt, at: Date): Promise<Attempt> {
  const marks = startMarks(attempt, at)
  await tx
    .update(attempts)
    .set({ state: 'open', ...marks })
    .where(eq(attempts.id, attempt.id))
  return { ...attempt, state: 'open', ...marks }
}

/** Ends an attempt by a failure of ours; a failed one counts as never spent. */
export async function failAttempt(tx: Queries, attempt: Attempt, failure: AttemptFailure): Promise<Attempt> {
  await tx.update(attempts).set({ state: 'failed', isOpen: false, failure }).where(eq(attempts.id, attempt.id))
  await tellOfReturn(tx, attempt)
  return { ...attempt, state: 'failed', isOpen: false, failure }
}
