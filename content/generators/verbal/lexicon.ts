import { actions } from './lexicon/actions.ts'
import { adjectives } from './lexicon/adjectives.ts'
import { animals } from './lexicon/animals.ts'
import { causes } from './lexicon/causes.ts'
import { characters } from './lexicon/characters.ts'
import { countries } from './lexicon/countries.ts'
import type { Frame, Relation } from './lexicon/frame.ts'
import { members } from './lexicon/members.ts'
import { objects } from './lexicon/objects.ts'
import { products } from './lexicon/products.ts'
import { professions } from './lexicon/professions.ts'
import { qualities } from './lexicon/qualities.ts'
import { quantities } from './lexicon/quantities.ts'
import { sayings } from './lexicon/sayings.ts'
import { scales } from './lexicon/scales.ts'
import { states } from './lexicon/states.ts'

export const frames: readonly Frame[] = [
  animals,
  professions,
  objects,
  adjectives,
  qualities,
  actions,
  states,
  characters,
  causes,
  scales,
  countries,
  quantities,
  products,
  members,
  sayings,
]

/** All possible answers, by subject and relation. The proofs look them up some hundred times for every analogy. */
const answersBySubject = new Map<string, Map<string, Set<string>>>()
for (const { relations, subjects } of frames) {
  for (const { word, cells } of subjects) {
    for (const [column, cell] of cells.entries()) {
      if (cell) add(word, (relations[column] as Relation).name, [cell.word, ...cell.also])
    }
  }
}

function add(subject: string, relation: string, words: readonly string[]): void {
  const answers = answersBySubject.get(subject) ?? new Map<string, Set<string>>()
  answersBySubject.set(subject, answers)
  answers.set(relation, new Set([...(answers.get(relation) ?? []), ...words]))
}

/** Whether a word answers «subject : ?» in a relation. The proof of an analogy checks every option. */
export function mayStand(relation: string, subject: string, word: string): boolean {
  return answersBySubject.get(subject)?.get(relation)?.has(word) ?? false
}

/** The relations, in all frames, of a word to a subject: all ways to read the pair. */
export function relationsBetween(subject: string, word: string): string[] {
  const answers = answersBySubject.get(subject) ?? new Map<string, Set<string>>()
  return [...answers].filter(([, words]) => words.has(word)).map(([name]) => name)
}

/** The forms of the relations between a subject and a word: verbs, names or other words. */
export function looksBetween(subject: string, word: string): string[] {
  return relationsBetween(subject, word).map((name) => forms.get(name) ?? 'word')
}

const relations = [...new Map(frames.flatMap((frame) => frame.relations.map((each) => [each.name, each]))).values()]
const forms = new Map(relations.map(({ name, form }) => [name, form]))

/**
 * Kinds that relations make: all answers of a relation whose answers are of one kind, and all subjects that share an answer
 * (things made of wood). A person may see one of these among the words of any item.
 */
export const kindsByRelation: readonly ReadonlySet<string>[] = relations.flatMap(({ name, isKind }) => {
  const subjectsOf = new Map<string, Set<string>>()
  for (const [subject, answers] of answersBySubject) {
    for (const word of answers.get(name) ?? []) {
      subjectsOf.set(word, (subjectsOf.get(word) ?? new Set()).add(subject))
    }
  }
  const sharing = [...subjectsOf.values()].filter(({ size }) => size >= 4)
  return isKind ? [new Set(subjectsOf.keys()), ...sharing] : sharing
})
