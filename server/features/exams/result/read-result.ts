import { and, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { listTestResults, type Result, type ReviewRow, type Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import { mostSteps, type Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import { cutPage, type SortKey, valuesOf, walkFrom } from '../../../db/keyset.ts'
import { prepared } from '../../../db/prepared.ts'
import { attempts, results, submissions } from '../../../db/schema/attempts.ts'
import { isKnownTiming, readTiming } from '../../../db/stored-timing.ts'
import { pageOfList, readLimit } from '../../../http/page-of-list.ts'
import { boughtTest } from '../../purchases/bought-test.ts'
import { type Attempt, practiceMode } from '../attempt.ts'

/** The newest version of an attempt's result as it travels; undefined before it is graded. */
export async function readResult(queries: Queries, attempt: Attempt): Promise<Result | undefined> {
  const [row] = await readNewest(queries, eq(attempts.id, attempt.id))
  return row && presentResult(row)
}

type NewestRow = Content & { attemptId: string; mode: string; submittedAt: Date | null; test: Result['test'] }

const {
  attemptId: _,
  theta: _theta,
  reason: _reason,
  author: _author,
  createdAt: _at,
  ...travelling
} = getTableColumns(results)
const contentColumns = Object.entries(travelling).map(([key, { name }]) => `r.${name} as "${key}"`)

const readNewestExam = prepared<NewestRow>(
  'result_of_newest_exam',
  `select a.id as "attemptId", a.mode, a.submitted_at as "submittedAt", ${contentColumns.join(', ')}, bought.test
   from (select * from attempts where purchase_id = $1 and mode = 'exam' order by created_at desc limit 1) a
     cross join lateral ${boughtTest('a.purchase_id')} bought
     cross join lateral (select * from results where attempt_id = a.id order by version desc limit 1) r
   where a.user_id = $2 and a.state = 'graded'`,
)

/** The result of a person's newest exam on a purchase, if it is graded: then time changes it no more. */
export async function findNewestResult(
  queries: Queries,
  purchaseId: string,
  userId: string,
): Promise<Result | undefined> {
  const [row] = await readNewestExam(queries, purchaseId, userId)
  if (row === undefined) return undefined
  const { attemptId: id, mode, submittedAt, test, ...result } = row
  return presentResult({ attempt: { id, mode, submittedAt }, result, test })
}

const lastFirst: SortKey[] = [
  { value: attempts.submittedAt, type: 'timestamptz', isDescending: true },
  { value: attempts.id, type: 'uuid', isDescending: true },
]

/** One page of a purchase's graded attempts, the last submitted first. */
export async function listResults(
  queries: Queries,
  purchaseId: string,
  query: { cursor?: string | undefined; limit?: string | undefined },
) {
  const limit = readLimit(query.limit)
  const graded = and(eq(attempts.purchaseId, purchaseId), eq(attempts.state, 'graded'))
  const walk = await walkFrom(query.cursor, lastFirst, (id) =>
    queries
      .select(valuesOf(lastFirst))
      .from(attempts)
      .where(and(graded, eq(attempts.id, id))),
  )
  // The ids of a page are selected before other columns are read: a list may have thousands of results.
  const shown = queries
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(graded, walk.where))
    .orderBy(...walk.order)
    .limit(limit + 1)
  const rows = await readNewest(queries, inArray(attempts.id, shown), walk.order)
  const read = rows.map(({ timing, ...row }) => ({ ...presentResult(row), ...timesOf(timing, row.result.total) }))
  const { page, ...neighbours } = cutPage(read, limit, walk, ({ attempt_id }) => attempt_id)
  const [counted] = await queries.select({ all: count() }).from(attempts).where(graded)
  const path = listTestResults.path.replace(':id', purchaseId)
  return pageOfList(page, { path, query, count: counted!.all, ...neighbours })
}

function readNewest(queries: Queries, ofAttempts: SQL, order: SQL[] = []) {
  const newest = sql`(select max(version) from ${results} versions where versions.attempt_id = ${attempts.id})`
  return queries
    .select({
      attempt: attempts,
      result: results,
      test: sql<Result['test']>`bought.test`,
      timing: submissions.timing,
    })
    .from(attempts)
    .innerJoin(results, and(eq(results.attemptId, attempts.id), eq(results.version, newest)))
    .crossJoinLateral(sql.raw(`${boughtTest('attempts.purchase_id')} bought`))
    .leftJoin(submissions, eq(submissions.attemptId, attempts.id))
    .where(ofAttempts)
    .orderBy(...order)
}

/** The seconds of each question; nothing if the device sent no timing, or sent it in a form of a later release. */
function timesOf(timing: Buffer | null, total: number): Pick<Result, 'question_seconds'> {
  const seconds = timing === null || !isKnownTiming(timing) ? null : questionTimes(readTiming(timing), total)
  return seconds === null ? {} : { question_seconds: seconds }
}

type Content = Omit<typeof results.$inferSelect, 'attemptId' | 'theta' | 'reason' | 'author' | 'createdAt'>

interface Graded {
  attempt: Pick<Attempt, 'id' | 'mode' | 'submittedAt'>
  result: Content
  test: Result['test']
}

export function presentResult({ attempt, result, test }: Graded): Result {
  return {
    status: 'completed',
    attempt_id: attempt.id,
    test,
    mode: attempt.mode === 'exam' ? 'exam' : 'training',
    ...(attempt.mode === practiceMode && { pace: 'one-by-one' as const }),
    correct: result.correct,
    total: result.total,
    score: withModel(result.score as Score | null),
    score_withheld: result.scoreWithheld as Result['score_withheld'],
    by_family: result.byFamily as Result['by_family'],
    duration_seconds: result.durationSeconds,
    elapsed_seconds: result.elapsedSeconds,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    late: result.late as Result['late'],
    ...(result.pauses != null && { pauses: result.pauses as Result['pauses'] }),
    version: result.version,
    review: result.review as ReviewRow[] | null,
    receipt: result.receipt,
  }
}

/** Adds the name of its rules to a score that was made before rules had names; its figures stay. */
export function withModel<Made extends Score | null>(score: Made): Made {
  return score === null || score.model != null ? score : { ...score, model: firstModel }
}

/**
 * Seconds for which each question was on the screen of the device that submitted, by its place in the paper; null if it never
 * was. Counts from a question's showing to the next step: the time before a page was opened again, and after the last step, is
 * no question's. Null altogether without steps, for a step of another paper, and if the list was full: the rest is unknown.
 */
export function questionTimes(steps: Timing, total: number): (number | null)[] | null {
  if (steps.length === 0 || steps.length >= mostSteps) return null
  const milliseconds: (number | null)[] = Array.from({ length: total }, () => null)
  for (const [i, { place, at }] of steps.entries()) {
    const next = steps[i + 1]
    if (place >= total) return null
    const until = next === undefined || next.what === 'resumed' ? at : next.at
    milliseconds[place] = (milliseconds[place] ?? 0) + until - at
  }
  return milliseconds.map((sum) => (sum === null ? null : Math.round(sum / 1000)))
}
