import { adjectives } from './lexicon/adjectives.ts'
import { animals } from './lexicon/animals.ts'
import { countries } from './lexicon/countries.ts'
import type { Frame } from './lexicon/frame.ts'
import { members } from './lexicon/members.ts'
import { objects } from './lexicon/objects.ts'
import { products } from './lexicon/products.ts'
import { professions } from './lexicon/professions.ts'
import { quantities } from './lexicon/quantities.ts'
import { states } from './lexicon/states.ts'

/** All frames of relations that analogies are made of. */
export const frames: readonly Frame[] = [
  animals,
  professions,
  objects,
  adjectives,
  states,
  countries,
  quantities,
  products,
  members,
]

/**
 * Whether a word may be given as an answer to «subject : ?» in a relation, in any frame that has both. The proof of an
 * analogy asks this of every option.
 */
export function mayStand(relation: string, subject: string, word: string): boolean {
  return frames.some((frame) => {
    const column = frame.relations.findIndex(({ name }) => name === relation)
    const cell = frame.subjects.find((each) => each.word === subject)?.cells[column]
    return cell !== undefined && (cell.word === word || cell.also.includes(word))
  })
}

/** The relations, of all frames, in which a word stands to a subject. An honest pair has one. */
export function relationsBetween(subject: string, word: string): string[] {
  return frames
    .flatMap((frame) => frame.relations)
    .filter(({ name }) => mayStand(name, subject, word))
    .map(({ name }) => name)
}
