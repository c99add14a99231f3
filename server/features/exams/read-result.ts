import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Result, ReviewRow, Score } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts, results } from '../../db/schema/attempts.ts'
import { tests } from '../../db/schema/catalog.ts'
import { purchases } from '../../db/schema/purchases.ts'
import type { Attempt } from './attempt.ts'

/** The newest version of an attempt's result, field by field as it travels; undefined before it is graded. */
export async function readResult(queries: Queries, attempt: Attempt): Promise<Result | undefined> {
  const [result] = await readNewest(queries, eq(attempts.id, attempt.id))
  return result
}

/** Every graded attempt of a purchase, the one handed in last first. */
export function readResults(queries: Queries, purchaseId: string): Promise<Result[]> {
  return readNewest(queries, and(eq(attempts.purchaseId, purchaseId), eq(attempts.state, 'graded')))
}

async function readNewest(queries: Queries, ofAttempts: SQL | undefined): Promise<Result[]> {
  const newest = sql`(select max(version) from ${results} versions where versions.attempt_id = ${attempts.id})`
  const rows = await queries
    .select({
      attempt: attempts,
      result: results,
      test: { id: tests.id, slug: tests.slug, type: tests.type, title: tests.title },
    })
    .from(attempts)
    .innerJoin(results, and(eq(results.attemptId, attempts.id), eq(results.version, newest)))
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .innerJoin(tests, eq(tests.id, purchases.testId))
    .where(ofAttempts)
    .orderBy(desc(attempts.submittedAt), desc(attempts.createdAt))
  return rows.map(presentResult)
}

interface ResultRow {
  attempt: Attempt
  result: typeof results.$inferSelect
  test: Result['test']
}

function presentResult({ attempt, result, test }: ResultRow): Result {
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
    elapsed_seconds: result.elapsedSeconds,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    late: result.late as Result['late'],
    version: result.version,
    review: result.review as ReviewRow[] | null,
    receipt: result.receipt,
  }
}
