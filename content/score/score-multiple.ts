import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/** Right when exactly the right options are chosen; their order and repetitions do not matter. */
export function scoreMultiple(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const [given, wanted] = [asSet(answer), asSet(right)]
  return rightIf(given.size === wanted.size && [...wanted].every((id) => given.has(id)))
}

function asSet(value: AnswerValue): Set<string> {
  return new Set(typeof value === 'string' ? [value] : value)
}
