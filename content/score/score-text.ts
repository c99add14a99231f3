import type { AnswerValue } from '#contract/question.ts'
import { isSameText } from '#contract/text-answer.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/** Right when the words are the same, as `isSameText` has it. */
export function scoreText(answer: AnswerValue, right: AnswerValue): AnswerScore {
  return rightIf(typeof answer === 'string' && typeof right === 'string' && isSameText(answer, right))
}
