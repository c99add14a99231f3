import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/** Right when the option chosen is the right one; a mended key may hold several, of which any will do. */
export function scoreSingle(answer: AnswerValue, right: AnswerValue): AnswerScore {
  return rightIf(typeof answer === 'string' && [right].flat().includes(answer))
}
