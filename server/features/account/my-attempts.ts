import { eq } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { answerEvents, attempts, results } from '../../db/schema/attempts.ts'
import { gather } from './gather.ts'

type Attempt = MyData['attempts'][number]

/** A person's sittings with every answer that they gave and every result. Neither questions nor keys are theirs. */
export async function myAttempts(tx: Queries, userId: string): Promise<MyData['attempts']> {
  const rows = await tx.select().from(attempts).where(eq(attempts.userId, userId)).orderBy(attempts.createdAt)
  const answers = await answersByAttempt(tx, userId)
  const grades = await resultsByAttempt(tx, userId)
  return rows.map((row) => ({
    id: row.id,
    purchase_id: row.purchaseId,
    mode: row.mode,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    deadline_at: row.deadlineAt?.toISOString() ?? null,
    submitted_at: row.submittedAt?.toISOString() ?? null,
    answers: answers.get(row.id) ?? [],
    results: grades.get(row.id) ?? [],
  }))
}

async function answersByAttempt(tx: Queries, userId: string): Promise<Map<string, Attempt['answers']>> {
  const rows = await tx
    .select({ event: answerEvents })
    .from(answerEvents)
    .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
    .where(eq(attempts.userId, userId))
    .orderBy(answerEvents.id)
  return gather(rows, ({ event }) => [
    event.attemptId,
    {
      question_id: event.questionId,
      value: event.value ?? null,
      phase: event.phase,
      received_at: event.receivedAt.toISOString(),
    },
  ])
}

async function resultsByAttempt(tx: Queries, userId: string): Promise<Map<string, Attempt['results']>> {
  const rows = await tx
    .select({ result: results })
    .from(results)
    .innerJoin(attempts, eq(attempts.id, results.attemptId))
    .where(eq(attempts.userId, userId))
    .orderBy(results.version)
  return gather(rows, ({ result }) => [
    result.attemptId,
    {
      version: result.version,
      correct: result.correct,
      total: result.total,
      score: result.score ?? null,
      score_withheld: result.scoreWithheld ?? null,
      by_family: result.byFamily,
      late: result.late ?? null,
      duration_seconds: result.durationSeconds,
      elapsed_seconds: result.elapsedSeconds,
      reason: result.reason,
      receipt: result.receipt,
      created_at: result.createdAt.toISOString(),
    },
  ])
}
