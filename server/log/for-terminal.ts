/**
 * What commands a terminal (C0 and C1, of which an 8-bit terminal takes U+009B for the start of a sequence), breaks a line, turns
 * the direction of writing, or hides. The line feed is not among them.
 */
const harmful = /(?!\n)[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * Text that others may have had a hand in (names, notes, the words of banks and mail servers), as it may be shown in a terminal:
 * what would act there is spelt out, `\u001b`. A JSON document stays one, and says the same.
 */
export function harmless(text: string): string {
  return text.replace(harmful, (sign) => sign.split('').map(spelt).join(''))
}

/** The same on one line: foreign words must not look like lines of ours. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s+/g, (blanks) => (/[\n\r\u2028\u2029]/.test(blanks) ? ' ' : blanks)))
}

const spelt = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
