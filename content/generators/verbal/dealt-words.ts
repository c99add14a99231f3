import { type Partition, partitionOf } from '../../partition.ts'
import { sha256Hex } from '../../sha256.ts'
import type { Category } from './lexicon/category.ts'

/**
 * The partition of a subject of analogies, by its word, in any frame. All its pairs, and its words as wrong options, belong
 * only to this partition. The number was chosen so that every relation has enough subjects in each partition. It must not
 * change: otherwise words that somebody was trained on would come in an exam.
 */
export function partitionOfSubject(word: string): Partition {
  return partitionOf(sha256Hex(`subject 120 ${dealtSpelling(word)}`))
}

/** Kinds are dealt by theme, so that each partition has kinds that are near to each other. An entry must never move. */
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

/** The `asks` entry of a word, the same in every verbal family, so that a known word is recognised. */
export function askOfWord(word: string): string {
  return `word: ${dealtSpelling(word)}`
}

const stressMark = '\u0301'
const stressedFromTheFirst = new Set(['замо́к', 'му́ка', 'о́рган'])

/** A word in the spelling by which it was dealt and is remembered. A stress mark that is added later makes no other word. */
export function dealtSpelling(word: string): string {
  return stressedFromTheFirst.has(word) ? word : word.replaceAll(stressMark, '')
}
