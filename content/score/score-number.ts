import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/** Right when the number typed equals the right one. Anything that is not one decimal number is wrong. */
export function scoreNumber(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const [given, wanted] = [numberIn(answer), numberIn(right)]
  return rightIf(given !== undefined && given === wanted)
}

function numberIn(value: AnswerValue): number | undefined {
  return typeof value === 'string' ? readNumber(value) : undefined
}
