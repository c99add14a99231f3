import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/**
 * Right when the number typed equals the right one, or any of a mended key that holds several. Anything that is not one
 * decimal number is wrong.
 */
export function scoreNumber(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const given = numberIn(answer)
  return rightIf(given !== undefined && [right].flat().some((wanted) => numberIn(wanted) === given))
}

function numberIn(value: AnswerValue): number | undefined {
  return typeof value === 'string' ? readNumber(value) : undefined
}
