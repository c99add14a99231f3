import { readNumber } from '#contract/number-answer.ts'
import { pastedLine } from '#contract/pasted-text.ts'
import type { AnswerValue } from '#contract/question.ts'

/** Whether what was given is the published right answer of an example; blanks, case and how a number is written do not matter. */
export function isRight(given: AnswerValue, right: AnswerValue): boolean {
  const [mine, theirs] = [parts(given), parts(right)]
  return mine.length === theirs.length && mine.every((part, index) => part === theirs[index])
}

function parts(value: AnswerValue): string[] {
  return (typeof value === 'string' ? [value] : [...value]).map(plain).toSorted()
}

function plain(text: string): string {
  return String(readNumber(text) ?? pastedLine(text).toLocaleLowerCase('uk').replaceAll(' ', ''))
}
