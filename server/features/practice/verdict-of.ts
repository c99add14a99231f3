import { explainItem } from '#content/explanations/explain-item.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { PracticeKey, Verdict } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import type { PaperItem } from '../exams/paper/paper-store.ts'

/** The verdict on an answer, field by field. Only for a question that has been answered. null: «I do not know». */
export function verdictOf(item: PaperItem, given: AnswerValue | null): Verdict {
  const { question, key } = item
  const correct = scoreAnswer(question, given ?? undefined, key).type === 'right'
  return { ...keyOf(item), ...explainItem(item, given), given, correct }
}

/** The key that judges any answer to a question, and its explanation, field by field. */
export function keyOf(item: PaperItem): PracticeKey {
  return { question_id: item.question.id, right: item.key.right, ...explainItem(item) }
}
