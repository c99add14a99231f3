import { and, desc, eq } from 'drizzle-orm'
import type { Result, ReviewRow, Score } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, results } from '../../db/schema/attempts.ts'
import { tests } from '../../db/schema/catalog.ts'
import { purchases } from '../../db/schema/purchases.ts'
import type { Attempt } from './attempt.ts'

/** The newest version of an attempt's result, field by field as it travels; undefined before it is graded. */
export async function readResult(queries: Queries, attempt: Attempt): Promise<Result | undefined> {
  const [row] = await queries
    .select({
      result: results,
      test: { id: tests.id, slug: tests.slug, type: tests.type, title: tests.title },
    })
    .from(results)
    .innerJoin(attempts, eq(attempts.id, results.attemptId))
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .innerJoin(tests, eq(tests.id, purchases.testId))
    .where(eq(results.attemptId, attempt.id))
    .orderBy(desc(results.version))
    .limit(1)
  if (row === undefined) return undefined
  const { result, test } = row
  return {
    status: 'completed',
    attempt_id: attempt.id,
    test,
    mode: attempt.mode as 'exam' | 'training',
    correct: result.correct,
    total: result.total,
    score: result.score as Score | null,
    score_withheld: result.scoreWithheld as Result['score_withheld'],
    by_family: result.byFamily as Result['by_family'],
    duration_seconds: result.durationSeconds,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    late: result.late as Result['late'],
    version: result.version,
    review: result.review as ReviewRow[] | null,
    receipt: result.receipt,
  }
}

/** Every graded attempt of a purchase, the one handed in last first. */
export async function readResults(queries: Queries, purchaseId: string): Promise<Result[]> {
  const graded = await queries
    .select()
    .from(attempts)
    .where(and(eq(attempts.purchaseId, purchaseId), eq(attempts.state, 'graded')))
    .orderBy(desc(attempts.submittedAt), desc(attempts.createdAt))
  const list: Result[] = []
  for (const attempt of graded) {
    const result = await readResult(queries, attempt)
    if (result !== undefined) list.push(result)
  }
  return list
}
