import { desc, eq } from 'drizzle-orm'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { ExamReview, QuestionMark } from '#contract/exam-review.ts'
import type { Result, ReviewRow } from '#contract/result.ts'
import { weakestKind } from '#contract/weakest-kind.ts'
import type { Queries } from '../../../db/connect.ts'
import { attempts, results } from '../../../db/schema/attempts.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notFound } from '../../../failure.ts'
import { requireOwnPurchase } from '../../purchases/purchase-access.ts'
import { countedOf, mergedAnswers, readStoredAnswers, winnersOf } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { rowOf } from './grade-answers.ts'
import { countedLate } from './graded-receipt.ts'
import { findItems, type PaperItem } from '../paper/paper-store.ts'

/** How many questions of an exam are opened. */
const mostOpened = 2

/**
 * Which questions of an exam were right, and at most two of the kind that went worst with their keys: read from its stored paper
 * and answers, so that an exam leaves nothing more behind. Empty where there is no score: else a paper that was filled in
 * at random would show keys. For the owner of its purchase. Throws 404 `not_found`, 403 `foreign_purchase`.
 */
export async function examReview(queries: Queries, attemptId: string, userId: string): Promise<ExamReview> {
  if (!isUuid(attemptId)) throw notFound()
  const [attempt] = await queries.select().from(attempts).where(eq(attempts.id, attemptId))
  if (attempt === undefined) throw notFound()
  await requireOwnPurchase(queries, attempt.purchaseId, userId)
  const closed: ExamReview = { attempt_id: attempt.id, questions: [], review: [] }
  if (attempt.mode !== 'exam' || attempt.state !== 'graded') return closed
  const [result] = await queries
    .select()
    .from(results)
    .where(eq(results.attemptId, attempt.id))
    .orderBy(desc(results.version))
    .limit(1)
  if (result === undefined || result.score === null) return closed

  const marked = await markedItems(queries, attempt, countedLate(result.receipt))
  const right = marked.filter(({ mark }) => mark === 'right').length
  // Keys may have been mended since, and the result not been graded again: it is not contradicted.
  if (marked.length !== result.total || right !== result.correct) return closed
  return {
    ...closed,
    questions: marked.map(({ item, mark }) => ({ family: item.family, mark })),
    review: opened(marked, result.byFamily as NonNullable<Result['by_family']>),
  }
}

interface MarkedItem {
  item: PaperItem
  number: number
  given: ReviewRow['given']
  mark: QuestionMark
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
