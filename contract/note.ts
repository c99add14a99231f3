import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedNote, seenText } from './pasted-text.ts'

/** What people write to us, in lines of theirs: so many characters that are seen at least, so many in all at most. */
export function noteOf(least: number, most: number) {
  return pasted(pastedNote, most).check(z.refine((note) => seenText(note).length >= least))
}
