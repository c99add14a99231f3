import { readNumber } from '#contract/number-answer.ts'
import { isBlankText } from '#contract/pasted-text.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { isSameText } from '#contract/text-answer.ts'
import type { ItemKey } from '../item.ts'
import { type AnswerScore, rightIf, unanswered } from './answer-score.ts'

/**
 * Grades one answer and never throws. An answer of another shape than the question's is wrong. Nothing, an empty list or
 * blank text is unanswered.
 */
export function scoreAnswer(question: Question, answer: AnswerValue | undefined, key: ItemKey): AnswerScore {
  if (answer === undefined || isBlank(answer)) return unanswered
  return scorers[question.kind](answer, key.right)
}

const scorers = { single: scoreSingle, multiple: scoreMultiple, number: scoreNumber, text: scoreText }

function isBlank(answer: AnswerValue): boolean {
  return typeof answer === 'string' ? isBlankText(answer) : answer.length === 0
}

/** Right if the chosen option is the right one; a mended key may hold several, and any of them is right. */
function scoreSingle(answer: AnswerValue, right: AnswerValue): AnswerScore {
  return rightIf(typeof answer === 'string' && [right].flat().includes(answer))
}

/** Right if exactly the right options are chosen, in any order and with any repetitions. */
function scoreMultiple(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const [given, wanted] = [asSet(answer), asSet(right)]
  return rightIf(given.size === wanted.size && [...wanted].every((id) => given.has(id)))
}

function asSet(value: AnswerValue): Set<string> {
  return new Set(typeof value === 'string' ? [value] : value)
}

/** Right if the typed text is one decimal number that equals the right one, or any one of a mended key. */
function scoreNumber(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const given = numberIn(answer)
  return rightIf(given !== undefined && [right].flat().some((wanted) => numberIn(wanted) === given))
}

function numberIn(value: AnswerValue): number | undefined {
  return typeof value === 'string' ? readNumber(value) : undefined
}

/** Right if the words are the same by `isSameText`. */
function scoreText(answer: AnswerValue, right: AnswerValue): AnswerScore {
  return rightIf(typeof answer === 'string' && typeof right === 'string' && isSameText(answer, right))
}
