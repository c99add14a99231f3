/**
 * What people paste carries more than they see: marks of direction around a number that a messenger wrote, a soft hyphen of a
 * PDF, a no-break space of a letter, the wide digits of a Japanese keyboard. One rule for every field and for the server that
 * takes it: what shows nothing says nothing. A password is none of these: it is compared as it was typed.
 */

/** What shows nothing by itself: marks of direction, joiners, selectors, soft hyphens, letters made to fill a place. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The empty pattern of Braille is a blank to everybody who sees it, and to no other rule. */
const blanks = /[^\S\n\r\u2028\u2029]|\u2800/gu

/** More marks than any script puts on one letter: Unicode's own bound of text that streams may carry (UAX #15, 13). */
const heaped = /(\p{M}{30})\p{M}+/gu

/**
 * The text with one form of each letter (NFC). To sort the marks of one letter takes the square of their number, and
 * a sender of 100,000 has a server busy for many seconds: from the 31st on they go.
 */
function composed(text: string): string {
  return text.replace(heaped, '$1').normalize('NFC')
}

/** The text without what cannot be seen; its blanks stay as they are. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}

/** Whether there is nothing to be seen. */
export function isBlankText(text: string): boolean {
  return seenText(text) === ''
}

/** As it is seen, with ordinary spaces: what is counted, and compared with what is required. */
export function seenText(text: string): string {
  return withoutUnseen(text).replace(blanks, ' ').trim()
}

/** One line of words: a name, a search. The breaks of lines stay, for somebody to refuse. */
export function pastedLine(text: string): string {
  return composed(seenText(text)).replace(/ +/g, ' ')
}

/** The name as it is seen: one that shows no letter is none, and empty. */
export function seenName(name: string): string {
  const seen = pastedLine(name)
  return /\p{L}/u.test(seen) ? seen : ''
}

/** What is written in ASCII by its nature: a number, an address, a telephone number, a code. Wide letters, digits and signs are it. */
export function pastedCode(text: string): string {
  return seenText(text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)))
}

/**
 * Several lines that people write to people. What joins and colours emoji stays; what turns the direction of writing, and
 * every sign of control but breaks and tabs, goes.
 */
export function pastedNote(text: string): string {
  return composed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?![\n\t])\p{Cc}/gu, '')
    .trim()
}
