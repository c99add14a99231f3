import { explainItem } from '#content/explanations/explain-item.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import type { Withheld } from '#content/score/withhold-score.ts'
import type { Answer } from '#contract/question.ts'
import type { Result, ReviewRow } from '#contract/result.ts'
import type { Timing } from '#contract/timing.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Pause } from '../../../db/stored-pauses.ts'
import { giveFreeRepeat } from '../../purchases/free-repeat.ts'
import { findArrivals, speedTellsUntil } from '../answers/answer-arrivals.ts'
import type { StoredAnswers } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import type { PaperItem } from '../paper/paper-store.ts'

/**
 * Grades the answers to an attempt's paper, as a version of its result stores it. The same answers get the same grade for
 * ever, unless the keys or the scoring rules have changed. A withheld score may give the purchase one more exam, in the
 * caller's transaction. `storedAnswers`: everything stored of the attempt. `timing`: as stored, to the tenth of a second, so
 * that the grade is the same whenever it is read. `hasTimeRunOut`: whether the person had no time left.
 */
export async function gradeAnswers(
  queries: Queries,
  attempt: Attempt,
  items: readonly PaperItem[],
  answered: Answer[],
  storedAnswers: StoredAnswers,
  timing: Timing | null,
  pauses: readonly Pause[],
  hasTimeRunOut: boolean,
) {
  const answers = new Map(answered.map((answer) => [answer.question_id, answer.value]))
  const clock = { steps: timing ?? [], until: speedTellsUntil(attempt, pauses) }
  const arrivals = findArrivals(attempt, storedAnswers, pauses)
  const grade = gradePaper({ items, answers, arrivals, clock, hasTimeRunOut })
  const right = new Map(grade.rows.map((row) => [row.question_id, row.correct]))
  const reviewed = items.map(
    (item, index): Reviewed => ({
      item,
      number: index + 1,
      given: answers.get(item.question.id) ?? null,
      correct: right.get(item.question.id) ?? false,
    }),
  )
  return {
    correct: grade.correct,
    total: grade.total,
    theta: grade.score?.theta ?? null,
    score: grade.score,
    scoreWithheld: await withRepeat(queries, attempt, grade.score_withheld),
    byFamily: grade.by_family,
    review: reviewOf(attempt, reviewed, grade.score_withheld),
  }
}

/** A review row before its explanation is drawn. An exam's explanations are hardly ever drawn. */
export type Reviewed = Pick<ReviewRow, 'given' | 'correct'> & { item: PaperItem; number: number }

/** The stored review: all of a training, one question of a sample as a taste. `exam-review.ts` reads other exams on demand. */
function reviewOf(
  { mode }: Pick<Attempt, 'mode'>,
  rows: readonly Reviewed[],
  withheld: Withheld | null,
): readonly ReviewRow[] | null {
  if (mode !== 'exam') return rows.map(rowOf)
  return withheld?.code === 'sample_too_short' ? tasteOf(rows).map(rowOf) : null
}

/** A question as a review shows it, with its key and the explanation. */
export const rowOf = ({ item, ...row }: Reviewed): ReviewRow => ({
  question: item.question,
  ...row,
  right: item.key.right,
  ...explainItem(item, row.given ?? null),
})

/** The first question that was answered wrongly, else the first left out, else the last and hardest one. */
function tasteOf(rows: readonly Reviewed[]): readonly Reviewed[] {
  const wrong = rows.filter(({ correct }) => !correct)
  const taste = wrong.find(({ given }) => given !== null) ?? wrong[0] ?? rows.at(-1)
  return taste === undefined ? [] : [taste]
}

/** Gives the purchase one more exam, once, if the score is withheld for this attempt and papers of its kind have a score. */
async function withRepeat(tx: Queries, attempt: Attempt, withheld: Withheld | null): Promise<Result['score_withheld']> {
  if (withheld === null || withheld.code === 'sample_too_short' || attempt.mode !== 'exam') return withheld
  // This exam was given back before it could be graded: its owner has another one already.
  if (attempt.failure !== null) return { ...withheld, free_repeat: false }
  return { ...withheld, free_repeat: await giveFreeRepeat(tx, attempt) }
}
