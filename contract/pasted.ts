import './zod-jitless.ts'
import * as z from 'zod/mini'

/**
 * UTF-16 units that a text may have before it is cleaned if `most` may remain: a decomposed letter takes up to three, and
 * some messengers put unseen marks around each word or send lines of blanks.
 */
export const pastedLength = (most: number) => 4 * most + 1000

/**
 * A text of at most `most` UTF-16 units after `clean` has removed unseen characters. Schemas change strings only this way: a
 * stranger chooses the length, so it is checked before anything is done with the text.
 */
export function pasted(clean: (text: string) => string, most: number) {
  return z.string().check(z.maxLength(pastedLength(most), { abort: true }), z.overwrite(clean), z.maxLength(most))
}
