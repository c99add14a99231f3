import './zod-jitless.ts'
import * as z from 'zod/mini'

/**
 * UTF-16 units that a text may have before it is cleaned, if `most` may be left of it: letters in parts are three for one, and
 * marks that nobody sees stand around each word of some messengers, or are a line of blanks.
 */
export const pastedLength = (most: number) => 4 * most + 1000

/**
 * A text of `most` UTF-16 units once `clean` has taken away what came along unseen. The only way by which a schema changes a
 * string: nothing is done with one whose length has not been looked at, for a stranger chooses it.
 */
export function pasted(clean: (text: string) => string, most: number) {
  return z.string().check(z.maxLength(pastedLength(most), { abort: true }), z.overwrite(clean), z.maxLength(most))
}
