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
  return answersBySubject.get(subject)?.get(relation)?.has(word) ?? false
}

/** The relations, of all frames, in which a word stands to a subject. An honest pair has one. */
export function relationsBetween(subject: string, word: string): string[] {
  const answers = answersBySubject.get(subject)
  return answers === undefined ? [] : relationNames.filter((name) => answers.get(name)?.has(word))
}

const relationNames = frames.flatMap(({ relations }) => relations.map(({ name }) => name))

/** All that may be answered, by subject and relation: the proofs ask some hundred times for every analogy. */
const answersBySubject = indexOf(frames)

function indexOf(all: readonly Frame[]): Map<string, Map<string, Set<string>>> {
  const index = new Map<string, Map<string, Set<string>>>()
  for (const { relations, subjects } of all) {
    for (const { word: subject, cells } of subjects) {
      const answers = index.get(subject) ?? new Map<string, Set<string>>()
      index.set(subject, answers)
      for (const [column, { name }] of relations.entries()) {
        const cell = cells[column]
        if (cell) answers.set(name, new Set([...(answers.get(name) ?? []), cell.word, ...cell.also]))
      }
    }
  }
  return index
}
