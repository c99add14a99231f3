import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedLine } from './pasted-text.ts'

/**
 * One line with a visible letter. It has no control character and no line break: after a break, the rest of a mail's line
 * would look like a new line. `pastedLine` has already removed direction marks.
 */
export const PersonName = pasted(pastedLine, 100).check(
  z.minLength(1),
  z.regex(/^[^\p{Cc}\u2028\u2029]*$/u),
  // An empty name gets the message that it is empty, not this one.
  z.regex(/^$|\p{L}/u),
)
