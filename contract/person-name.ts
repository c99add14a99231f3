import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedLine } from './pasted-text.ts'

/**
 * One line with a letter that is seen. No control character and no break of a line: behind one, what follows the name in a
 * mail is another line. What turns the direction of writing is gone by then (`pastedLine`).
 */
export const PersonName = pasted(pastedLine, 100).check(
  z.minLength(1),
  z.regex(/^[^\p{Cc}\u2028\u2029]*$/u),
  // Of an empty one it is said that it is empty.
  z.regex(/^$|\p{L}/u),
)
