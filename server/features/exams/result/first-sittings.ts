import type { ExamReview } from '#contract/exam-review.ts'
import type { Score } from '#contract/result.ts'
import { namedScale } from '#contract/iq-named.ts'
import { modelsBefore, scoringModel } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { isOfDemo } from '../../auth/accounts-in-sql.ts'
import { purchaseStatesSql } from '../../purchases/purchase-states.ts'

/** With fewer first exams of a test nobody sees where their score lies among them. */
export const fewestSittings = 200

/** The scoring rules by which people are compared, each apart. */
const comparedModels: readonly string[] = [...modelsBefore, scoringModel]

interface FirstExam {
  test_id: string
  model: string
  iq: number
}

/** The attempts that are their person's first graded exam of a test and have a score by compared rules; none of the demo. */
const findFirst = prepared<FirstExam>(
  'first_sittings_among',
  `select p.test_id, r.score ->> 'model' as model, (r.score ->> 'iq')::int as iq
   from unnest($1::uuid[]) closed(id) join attempts a on a.id = closed.id join ${purchaseStatesSql} p on p.id = a.purchase_id
     cross join lateral (select score from results where attempt_id = a.id order by version desc limit 1) r
   where a.mode = 'exam' and a.state = 'graded' and r.score ->> 'model' in (${comparedModels.map((model) => `'${model}'`).join()}) and not ${isOfDemo('a.user_id')}
     and not exists (
       select from ${purchaseStatesSql} others join attempts earlier on earlier.purchase_id = others.id and earlier.mode = 'exam'
       where others.user_id = p.user_id and others.test_id = p.test_id
         and earlier.state = 'graded' and earlier.created_at < a.created_at)`,
)

const add = prepared(
  'add_first_sittings',
  `insert into first_sittings as kept (test_id, model, people, counts, counted_at)
   values ($1, $2, $3, $4::int[], now())
   on conflict (test_id, model) do update set people = kept.people + excluded.people, counted_at = excluded.counted_at,
     counts = (select array_agg(a + b order by place)
       from unnest(kept.counts, excluded.counts) with ordinality pair(a, b, place))`,
)

/** Counts people by test, rules and IQ. Each closed attempt must come once, as it does in the watch over answers. */
export async function countFirstSittings(tx: Queries, ids: readonly string[]): Promise<void> {
  const sittings = await findFirst(tx, ids)
  const tests = new Set(sittings.map(({ test_id }) => test_id))
  for (const [testId, model] of [...tests].flatMap((testId) => comparedModels.map((each) => [testId, each] as const))) {
    const iqs = sittings.filter((each) => each.test_id === testId && each.model === model).map(({ iq }) => iq)
    if (iqs.length === 0) continue
    const counts = Array.from({ length: namedScale.high - namedScale.low + 1 }, (_, place) =>
      iqs.reduce((count, iq) => count + Number(iq - namedScale.low === place), 0),
    )
    await add(tx, testId, model, iqs.length, counts)
  }
}

const readCounts = prepared<{ people: number; counts: number[]; counted_at: Date }>(
  'first_sittings_of_purchase',
  `select f.people, f.counts, f.counted_at from ${purchaseStatesSql} p join first_sittings f on f.test_id = p.test_id
   where p.id = $1 and f.model = $2`,
)

/**
 * Where a score lies among the people who took its test here: above `low` to `high` percent of them, by the 95 % interval of
 * Wilson (1927) for the share below, and for that share with equal scores. Only by the same rules, from the third on.
 */
export async function percentileRankOf(
  queries: Queries,
  purchaseId: string,
  score: Score,
): Promise<ExamReview['percentile_rank']> {
  const { model } = score
  if (model == null || !comparedModels.includes(model)) return null
  const [counted] = await readCounts(queries, purchaseId, model)
  const people = counted?.people ?? 0
  if (counted === undefined || people < fewestSittings)
    return { people, missing: fewestSittings - people, low: null, high: null, counted_at: null }
  const upTo = (iq: number) =>
    counted.counts.slice(0, Math.max(0, iq - namedScale.low + 1)).reduce((sum, count) => sum + count, 0)
  return {
    people,
    missing: 0,
    low: Math.floor(100 * wilson(upTo(score.iq - 1), people).low),
    high: Math.ceil(100 * wilson(upTo(score.iq), people).high),
    counted_at: counted.counted_at.toISOString(),
  }
}

/** The 95 % interval of a share, within 0 and 1. */
export function wilson(found: number, of: number): { low: number; high: number } {
  const z2 = 1.96 ** 2
  const centre = (found + z2 / 2) / (of + z2)
  const half = (1.96 / (of + z2)) * Math.sqrt((found * (of - found)) / of + z2 / 4)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
