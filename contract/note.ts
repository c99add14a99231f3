import * as z from 'zod/mini'
import { pastedNote, seenText } from './pasted-text.ts'

/** What people write to us, in lines of theirs: so many characters that are seen at least, so many in all at most. */
export function noteOf(least: number, most: number) {
  return z.string().check(
    z.overwrite(pastedNote),
    z.maxLength(most),
    z.refine((note) => seenText(note).length >= least),
  )
}
