import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Verdict } from '#contract/practice.ts'
import type { AnswerValue } from '#contract/question.ts'
import type { PaperItem } from '../exams/paper-store.ts'

/** What an answer was worth, field by field; for a question that has been answered, and for no other. null: «I do not know». */
export function verdictOf({ question, key }: PaperItem, given: AnswerValue | null): Verdict {
  return {
    question_id: question.id,
    given,
    right: key.right,
    correct: scoreAnswer(question, given ?? undefined, key).type === 'right',
    explanation: key.explanation,
    explanation_figure: key.explanation_figure ?? null,
  }
}
