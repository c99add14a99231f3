import * as z from 'zod/mini'
import { pasted } from './pasted.ts'
import { pastedNote, seenText } from './pasted-text.ts'

/** Text that people write to us, in several lines: at least `least` visible characters, at most `most` in all. */
export function noteOf(least: number, most: number) {
  return pasted(pastedNote, most).check(z.refine((note) => seenText(note).length >= least))
}
