import type { AnswerValue } from '#contract/question.ts'
import { type AnswerScore, rightIf } from './answer-score.ts'

/**
 * Right when the number typed equals the right one: spaces anywhere, a true minus or a dash for a minus, a comma for a
 * point, a leading plus and needless zeros are all forgiven. Anything that is not one decimal number is wrong.
 */
export function scoreNumber(answer: AnswerValue, right: AnswerValue): AnswerScore {
  const [given, wanted] = [readNumber(answer), readNumber(right)]
  return rightIf(given !== undefined && given === wanted)
}

function readNumber(value: AnswerValue): number | undefined {
  if (typeof value !== 'string') return undefined
  const plain = value
    .replace(/[\s\u00a0\u2009\u202f]/g, '')
    .replace(/[−–—‒]/g, '-')
    .replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) + 0 : undefined
}
