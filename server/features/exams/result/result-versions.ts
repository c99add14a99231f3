import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { firstModel } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { results } from '../../../db/schema/attempts.ts'

type ResultVersion = typeof results.$inferSelect

/** The newest version of an attempt's result as it is stored; undefined before it is graded. */
export async function findNewestVersion(queries: Queries, attemptId: string): Promise<ResultVersion | undefined> {
  const [result] = await queries
    .select()
    .from(results)
    .where(eq(results.attemptId, attemptId))
    .orderBy(desc(results.version))
    .limit(1)
  return result
}

/** SQL: the number of the newest version, for a statement of a feature above; null before it is graded. */
export const newestVersionOf = (attemptId: SQLWrapper): SQL<number> =>
  sql<number>`(select max(r.version) from ${results} r where r.attempt_id = ${attemptId})`

/** SQL: whether this version of the result is by our first rules, which its score does not name; true without a score too. */
export const isOfFirstModel = (attemptId: SQLWrapper, version: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(select coalesce(r.score ->> 'model', ${firstModel}) = ${firstModel} from ${results} r
    where r.attempt_id = ${attemptId} and r.version = ${version})`
