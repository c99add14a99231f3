import { isBlankText } from '#contract/pasted-text.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import type { ItemKey } from '../item.ts'
import { scoreMultiple } from './score-multiple.ts'
import { scoreNumber } from './score-number.ts'
import { scoreSingle } from './score-single.ts'
import { scoreText } from './score-text.ts'
import { type AnswerScore, unanswered } from './answer-score.ts'

/**
 * Grades one answer. It never throws: an answer of another shape than the question asks for is wrong, and nothing, an
 * empty list or blank text is unanswered.
 */
export function scoreAnswer(question: Question, answer: AnswerValue | undefined, key: ItemKey): AnswerScore {
  if (answer === undefined || isBlank(answer)) return unanswered
  return scorers[question.kind](answer, key.right)
}

const scorers = { single: scoreSingle, multiple: scoreMultiple, number: scoreNumber, text: scoreText }

function isBlank(answer: AnswerValue): boolean {
  return typeof answer === 'string' ? isBlankText(answer) : answer.length === 0
}
