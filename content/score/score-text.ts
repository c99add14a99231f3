import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/** Right when the words are the same but for case, outer and doubled spaces, and the sort of apostrophe. */
export function scoreText(answer: AnswerValue, right: AnswerValue): AnswerScore {
  return rightIf(typeof answer === 'string' && typeof right === 'string' && plain(answer) === plain(right))
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/['’ʼ‘`´]/g, '’')
    .toLocaleLowerCase('uk')
}
