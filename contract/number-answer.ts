import { pastedCode } from './pasted-text.ts'

/**
 * The number in a typed answer; undefined if there is none. Ignores or accepts spaces, unseen characters, wide digits, a
 * minus sign or dash for a minus, a comma for a point, a leading plus and extra zeros. The page and the grading share this
 * rule, so what the page accepts as a number is graded as that number.
 */
export function readNumber(text: string): number | undefined {
  const plain = pastedCode(text)
    .replace(/\s/g, '')
    .replace(/[‐-―−﹘﹣]/g, '-')
    .replace(',', '.')
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) + 0 : undefined
}
