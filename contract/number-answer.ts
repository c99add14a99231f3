import { pastedCode } from './pasted-text.ts'

/**
 * The number that a typed answer says; undefined where it says none. Spaces anywhere, what cannot be seen, wide digits, a true
 * minus or a dash for a minus, a comma for a point, a leading plus and needless zeros are all forgiven. One rule for who asks and
 * who grades: what the page calls a number is graded as that number.
 */
export function readNumber(text: string): number | undefined {
  const plain = pastedCode(text)
    .replace(/\s/g, '')
    .replace(/[‐-―−﹘﹣]/g, '-')
    .replace(',', '.')
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) + 0 : undefined
}
