/**
 * People paste more than they see: direction marks around a number that a messenger wrote, a soft hyphen of a PDF, a no-break
 * space of a letter, the wide digits of a Japanese keyboard. One rule serves every field and the server: a character that
 * shows nothing means nothing. Passwords are excluded: they are compared as typed.
 */

/** Characters that show nothing: direction marks, joiners, selectors, soft hyphens, fillers. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The empty Braille pattern (U+2800) looks blank to everybody, but no Unicode class of blanks has it. */
const blanks = /[^\S\n\r\u2028\u2029]|\u2800/gu

/** More marks than any script puts on one letter: Unicode's own bound for stream-safe text (UAX #15, 13). */
const heaped = /(\p{M}{30})\p{M}+/gu

/**
 * Composes letters (NFC). Sorting the marks of one letter takes time quadratic in their number: 100,000 marks would keep a
 * server busy for many seconds. So the marks after the 30th are dropped.
 */
function composed(text: string): string {
  return text.replace(heaped, '$1').normalize('NFC')
}

/** Removes characters that cannot be seen; blanks stay as they are. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}

/** Whether the text shows nothing. */
export function isBlankText(text: string): boolean {
  return seenText(text) === ''
}

/** The text as it is seen, with ordinary spaces: for counting, and for comparing with a required text. */
export function seenText(text: string): string {
  return withoutUnseen(text).replace(blanks, ' ').trim()
}

/** One line of words: a name, a search. Line breaks stay, so that a schema can refuse them. */
export function pastedLine(text: string): string {
  return composed(seenText(text)).replace(/ +/g, ' ')
}

/** The name as it is seen; '' if it shows no letter. */
export function seenName(name: string): string {
  const seen = pastedLine(name)
  return /\p{L}/u.test(seen) ? seen : ''
}

/** Text that is ASCII by nature, as a number, an address or a code. Wide letters, digits and signs become ASCII. */
export function pastedCode(text: string): string {
  return seenText(text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)))
}

/**
 * Several lines that people write to people. Characters that join or colour emoji stay. Direction marks, and all control
 * characters but line breaks and tabs, go.
 */
export function pastedNote(text: string): string {
  return composed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?![\n\t])\p{Cc}/gu, '')
    .trim()
}
