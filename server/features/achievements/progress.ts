import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** What a person has done so far, counted from graded attempts. */
export interface Progress {
  trainings: number
  exams: number
  /** Different types of tests (verbal, math, logic) among the graded exams. */
  examTypes: number
  /** The greatest share of right answers in one exam, in whole percents. */
  bestExamPercent: number
}

const read = prepared<{ trainings: number; exams: number; types: number; best: number }>(
  'read_progress',
  `select
     count(*) filter (where graded.mode <> 'exam')::int as trainings,
     count(*) filter (where graded.mode = 'exam')::int as exams,
     count(distinct graded.type) filter (where graded.mode = 'exam')::int as types,
     coalesce(max(graded.percent) filter (where graded.mode = 'exam'), 0)::int as best
   from (
     select distinct on (attempts.id) attempts.mode, tests.type,
       floor(100.0 * results.correct / nullif(results.total, 0)) as percent
     from attempts
     join results on results.attempt_id = attempts.id
     join purchases on purchases.id = attempts.purchase_id
     join tests on tests.id = purchases.test_id
     where attempts.user_id = $1
     order by attempts.id, results.version desc
   ) graded`,
)

/** A result is there exactly if its attempt has been graded. */
export async function readProgress(queries: Queries, userId: string): Promise<Progress> {
  const [row] = await read(queries, userId)
  const { trainings, exams, types, best } = row!
  return { trainings, exams, examTypes: types, bestExamPercent: best }
}
