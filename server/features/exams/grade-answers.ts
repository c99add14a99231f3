import { eq } from 'drizzle-orm'
import { gradePaper } from '#content/score/grade-paper.ts'
import type { Answer, Question } from '#contract/question.ts'
import type { ReviewRow } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { paperKeys, papers } from '../../db/schema/attempts.ts'
import type { Attempt } from './attempt.ts'
import type { StoredKey } from './build-paper.ts'

/**
 * What answers to an attempt's paper are worth, as a version of its result stores it. The same answers give the same
 * grade for ever, unless the keys or the rules of scoring have changed.
 */
export async function gradeAnswers(queries: Queries, attempt: Attempt, answered: Answer[]) {
  const [paper] = await queries.select().from(papers).where(eq(papers.attemptId, attempt.id))
  const [stored] = await queries.select().from(paperKeys).where(eq(paperKeys.attemptId, attempt.id))
  const questions = paper!.questions as Question[]
  const keys = new Map((stored!.items as StoredKey[]).map((item) => [item.question_id, item]))
  const answers = new Map(answered.map((answer) => [answer.question_id, answer.value]))

  const items = questions.map((question) => ({ question, ...keys.get(question.id)! }))
  const grade = gradePaper({ items, answers })
  const right = new Map(grade.rows.map((row) => [row.question_id, row.correct]))
  const review: ReviewRow[] | null =
    attempt.mode === 'exam'
      ? null
      : items.map(({ question, key }) => ({
          question,
          given: answers.get(question.id) ?? null,
          right: key.right,
          correct: right.get(question.id) ?? false,
          explanation: key.explanation,
          explanation_figure: key.explanation_figure ?? null,
        }))
  return {
    correct: grade.correct,
    total: grade.total,
    theta: grade.score?.theta ?? null,
    score: grade.score,
    scoreWithheld: grade.score_withheld,
    byFamily: grade.by_family,
    review,
  }
}
