import { keptRules } from '#content/explanations/explain-matrix.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { ExamReview, QuestionMark } from '#contract/exam-review.ts'
import type { Result, ReviewRow, Score } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import type { Queries } from '../../../db/connect.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notFound } from '../../../failure.ts'
import { requireOwnPurchase } from '../../purchases/purchase-access.ts'
import { countedOf, mergedAnswers, readStoredAnswers, winnersOf } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { findAttempt } from '../attempt-repository.ts'
import { rowOf } from './grade-answers.ts'
import { countedLate } from './graded-receipt.ts'
import { findItems, type PaperItem } from '../paper/paper-store.ts'
import { percentileRankOf } from './first-sittings.ts'
import { findNewestVersion } from './result-versions.ts'

/** How many questions of an exam are shown with their keys. */
const mostOpened = 2

/**
 * Which questions of an exam were right, and at most two of the weakest kind with their keys. Reads the stored paper and
 * answers, so an exam stores nothing more. Empty without a score: else a paper filled in at random would show keys. For the
 * owner of its purchase. Throws 404 `not_found`, 403 `foreign_purchase`.
 */
export async function examReview(queries: Queries, attemptId: string, userId: string): Promise<ExamReview> {
  const scored = await readScoredExam(queries, attemptId, userId)
  if (scored === null) return { attempt_id: attemptId, questions: [], review: [] }
  return {
    attempt_id: scored.attempt.id,
    questions: scored.marked.map(({ item, mark }) => ({ family: item.family, mark })),
    review: opened(scored.marked, scored.kinds),
    rules: rulesKept(scored.marked),
    percentile_rank: await percentileRankOf(queries, scored.attempt.purchaseId, scored.score),
  }
}

export interface MarkedItem {
  item: PaperItem
  number: number
  given: ReviewRow['given']
  mark: QuestionMark
}

interface ScoredExam {
  attempt: Attempt
  score: Score
  kinds: NonNullable<Result['by_family']>
  marked: MarkedItem[]
}

/**
 * A scored exam with the marks of its questions, for the owner of its purchase. Null for any other attempt, and if keys were
 * mended without a new grade: nothing contradicts the printed result. Throws 404 `not_found`, 403 `foreign_purchase`.
 */
export async function readScoredExam(queries: Queries, attemptId: string, userId: string): Promise<ScoredExam | null> {
  const attempt = isUuid(attemptId) ? await findAttempt(queries, attemptId) : undefined
  if (attempt === undefined) throw notFound()
  await requireOwnPurchase(queries, attempt.purchaseId, userId)
  if (attempt.mode !== 'exam' || attempt.state !== 'graded') return null
  const result = await findNewestVersion(queries, attempt.id)
  if (result === undefined || result.score === null) return null

  const marked = await markedItems(queries, attempt, countedLate(result.receipt))
  const right = marked.filter(({ mark }) => mark === 'right').length
  if (marked.length !== result.total || right !== result.correct) return null
  return { attempt, score: result.score as Score, kinds: result.byFamily as ScoredExam['kinds'], marked }
}

async function markedItems(queries: Queries, attempt: Attempt, countedLate: boolean): Promise<MarkedItem[]> {
  const items = (await findItems(queries, attempt.id)) ?? []
  const { stored } = await readStoredAnswers(queries, attempt)
  const answered = mergedAnswers(winnersOf(countedLate ? stored : countedOf(stored)))
  const answers = new Map(answered.map(({ question_id, value }) => [question_id, value]))
  return items.map((item, index) => {
    const given = answers.get(item.question.id) ?? null
    const { type: mark } = scoreAnswer(item.question, given ?? undefined, item.key)
    return { item, number: index + 1, given, mark }
  })
}

/** Questions of the weakest kind: those answered wrongly first, then those left out. */
function opened(marked: readonly MarkedItem[], kinds: NonNullable<Result['by_family']>): ReviewRow[] {
  const worst = weakestKind(kinds)?.family
  const ofKind = marked.filter(({ item, mark }) => item.family === worst && mark !== 'right')
  const wrongFirst = ofKind.toSorted((a, b) => Number(a.mark !== 'wrong') - Number(b.mark !== 'wrong'))
  return wrongFirst
    .slice(0, mostOpened)
    .map(({ item, number, given }) => rowOf({ item, number, given, correct: false }))
}

/** With fewer matrices of a rule, the result is chance. */
const fewestOfRule = 3
const ruleTitles = {
  progression: 'зміна на той самий крок',
  distribution: 'ті самі три значення в рядку',
  sum: 'додавання',
  difference: 'віднімання',
}

/** By rule: in how many answered matrices the chosen figure keeps it. A blind choice keeps each rule in every second one. */
function rulesKept(marked: readonly MarkedItem[]): NonNullable<ExamReview['rules']> {
  const spoken = marked.flatMap(({ item: { family, question, radicals }, given }) => {
    const chosen = question.options?.find(({ id }) => id === given)?.figure?.alt
    return family !== 'logic-matrix' || radicals == null || chosen === undefined
      ? []
      : keptRules({ question, radicals }, chosen)
  })
  return Object.entries(ruleTitles).flatMap(([rule, title]) => {
    const own = spoken.filter((each) => each.rule === rule)
    return own.length < fewestOfRule ? [] : [{ title, kept: own.filter(({ isKept }) => isKept).length, of: own.length }]
  })
}
