import { readNumber } from '#contract/number-answer.ts'
import type { PracticeKey, Verdict } from '#contract/practice.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { isSameText } from '#contract/text-answer.ts'
import { listed } from '../items/verdict-of.ts'

/** Judges an answer by its key like the server (`content/score`; a test compares them). `given` null: the person did not know. */
export function judgeAnswer(question: Question, key: PracticeKey, given: AnswerValue | null): Verdict {
  return { ...key, given, correct: given !== null && isCorrect(question.kind, given, key.right) }
}

function isCorrect(kind: Question['kind'], given: AnswerValue, right: AnswerValue): boolean {
  const [mine, wanted] = [listed(given), listed(right)]
  switch (kind) {
    case 'multiple':
      return new Set(mine).size === new Set(wanted).size && wanted.every((id) => mine.includes(id))
    case 'single':
      return typeof given === 'string' && wanted.includes(given)
    case 'number': {
      const number = typeof given === 'string' ? readNumber(given) : undefined
      return number !== undefined && wanted.some((text) => readNumber(text) === number)
    }
    case 'text':
      return typeof given === 'string' && typeof right === 'string' && isSameText(given, right)
  }
}
