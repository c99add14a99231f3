import { type Partition, partitionOf } from '../../partition.ts'
import { sha256Hex } from '../../sha256.ts'
import type { Category } from './lexicon/category.ts'

/**
 * The partition of a subject of analogies, by its own word in whatever frame: all its pairs, and its words as wrong
 * options, belong to this partition alone. The number was chosen so that every relation has subjects enough in each
 * partition; it must not change, for then what somebody was trained on would come in an exam.
 */
export function partitionOfSubject(word: string): Partition {
  return partitionOf(sha256Hex(`subject 120 ${dealtSpelling(word)}`))
}

/** Kinds are dealt by theme, so that each partition has kinds that are near to each other. Written down: it must not move. */
const themes: Record<string, Partition> = {
  leisure: 'example',

  home: 'training',
  wear: 'training',
  craft: 'training',
  matter: 'training',
  geometry: 'training',
  mind: 'training',
  qualities: 'training',
  doings: 'training',
  ways: 'training',

  fauna: 'exam',
  flora: 'exam',
  transport: 'exam',
  people: 'exam',
  music: 'exam',
  geography: 'exam',
  characters: 'exam',
  moods: 'exam',
  speech: 'exam',
  weather: 'exam',
}

export function partitionOfKind({ domain }: Category): Partition {
  const partition = themes[domain]
  if (!partition) throw new Error(`The theme «${domain}» was dealt to no partition`)
  return partition
}

/** A word by which an item would be known again, whichever verbal family shows it. */
export function askOfWord(word: string): string {
  return `word: ${dealtSpelling(word)}`
}

const stressMark = '\u0301'
const stressedFromTheFirst = new Set(['замо́к', 'му́ка', 'о́рган'])

/**
 * A word as it was dealt to its partition and is remembered of people: a stress mark that is written later makes no other
 * word of it.
 */
export function dealtSpelling(word: string): string {
  return stressedFromTheFirst.has(word) ? word : word.replaceAll(stressMark, '')
}
