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

/** How many questions of an exam are opened. */
const mostOpened = 2

/**
 * Which questions of an exam were right, and at most two of the kind that went worst with their keys: read from its stored paper
 * and answers, so that an exam leaves nothing more behind. Empty where there is no score: else a paper that was filled in
 * at random would show keys. For the owner of its purchase. Throws 404 `not_found`, 403 `foreign_purchase`.
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

/** A question of a graded exam with its key, and how it went. */
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
 * An exam that has a score, with the marks of its questions, for the owner of its purchase. Null of anything else, and where keys have
 * been mended since and the exam has not been graded again: what is printed is not contradicted. Throws 404 `not_found`, 403 `foreign_purchase`.
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

/** Of the kind that went worst what was answered wrongly, then what was left out. */
function opened(marked: readonly MarkedItem[], kinds: NonNullable<Result['by_family']>): ReviewRow[] {
  const worst = weakestKind(kinds)?.family
  const ofKind = marked.filter(({ item, mark }) => item.family === worst && mark !== 'right')
  const wrongFirst = ofKind.toSorted((a, b) => Number(a.mark !== 'wrong') - Number(b.mark !== 'wrong'))
  return wrongFirst
    .slice(0, mostOpened)
    .map(({ item, number, given }) => rowOf({ item, number, given, correct: false }))
}

/** What fewer matrices say of a rule is chance. */
const fewestOfRule = 3
const ruleTitles = {
  progression: 'зміна на той самий крок',
  distribution: 'ті самі три значення в рядку',
  sum: 'додавання',
  difference: 'віднімання',
}

/** By rule, in how many of the answered matrices the chosen figure keeps it. A choice made blindly keeps each in every second one. */
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
