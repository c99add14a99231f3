import { overallScore, type TestLevel } from '#content/score/overall-score.ts'
import { testTypes } from '#contract/catalog.ts'
import type { OverallScore } from '#contract/overall-score.ts'
import type { Score } from '#contract/result.ts'
import { allowsForNorm } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { testNamesSql } from '../../catalog/test-names.ts'
import { purchaseStatesSql } from '../../purchases/purchase-states.ts'

interface NewestExam {
  test: TestLevel['test']
  attemptId: string
  score: Score
}

/** Each test's newest exam whose newest version has a score. Exams are few, and only they are read. */
const readNewestScored = prepared<NewestExam>(
  'newest_scored_exams',
  `select distinct on (t.type) t.type as test, a.id as "attemptId", r.score
   from ${purchaseStatesSql} p
     join ${testNamesSql} t on t.id = p.test_id
     join attempts a on a.purchase_id = p.id and a.mode = 'exam' and a.state = 'graded'
     cross join lateral (select score from results where attempt_id = a.id order by version desc limit 1) r
   where p.user_id = $1 and r.score is not null
   order by t.type, a.submitted_at desc nulls last, a.id`,
)

/**
 * The overall score of a person's newest exams, and which these are. A score takes part if its rules allow for the missing
 * norm and it states its reliability. An older score of the same test does not replace one that lacks either.
 */
export async function overallOf(
  queries: Queries,
  userId: string,
): Promise<{ overall: OverallScore | null; exams: Pick<NewestExam, 'test' | 'attemptId'>[] }> {
  const newest = await readNewestScored(queries, userId)
  const exams = newest.flatMap(({ test, attemptId, score: { theta, reliability, model } }) =>
    reliability != null && allowsForNorm(model) && testTypes.includes(test)
      ? [{ test, attemptId, theta, reliability }]
      : [],
  )
  const overall = overallScore(exams)
  return { overall, exams: overall === null ? [] : exams.map(({ test, attemptId }) => ({ test, attemptId })) }
}
