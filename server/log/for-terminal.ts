/**
 * Characters that command a terminal (C0 and C1; an 8-bit terminal reads U+009B as the start of a sequence), break a line, change
 * the direction of writing, or hide. The line feed is allowed.
 */
const harmful = /(?!\n)[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** Makes foreign text harmless in a terminal: it spells out what would act there, `\u001b`. A JSON document keeps its meaning. */
export function harmless(text: string): string {
  return text.replace(harmful, (sign) => sign.split('').map(spelt).join(''))
}

/** As `harmless`, on one line: foreign text must not look like lines of ours. */
export function harmlessLine(text: string): string {
  return harmless(text.replace(/\s+/g, (blanks) => (/[\n\r\u2028\u2029]/.test(blanks) ? ' ' : blanks)))
}

const spelt = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
