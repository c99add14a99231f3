import type { Question } from '#contract/question.ts'
import newestDictionaryFile from './dictionary-4.json' with { type: 'json' }
import {
  createPaperFormat,
  type PackedPaper,
  type PaperDictionary,
  type PaperFormat,
  type StoredKey,
} from './paper-format.ts'

/** The format of new papers, which is their first byte: the number of their dictionary. */
export const newestFormat = 4
export const newestDictionary = newestDictionaryFile as PaperDictionary

let format: PaperFormat | undefined

/** Created with the first paper: an album takes megabytes. */
export const formatOfNewPapers = (): PaperFormat => (format ??= createPaperFormat(newestDictionary))

/** Packs a paper. `optionSeed` is from `optionSeedOf`; keys are in the order of the questions. Needs no earlier dictionary. */
export function packPaper(questions: readonly Question[], keys: readonly StoredKey[], optionSeed: string): PackedPaper {
  const packed = formatOfNewPapers().pack(questions, keys, optionSeed)
  return { questions: sealed(packed.questions), keys: sealed(packed.keys) }
}

function sealed(packed: Buffer): Buffer {
  return Buffer.concat([Buffer.from([newestFormat]), packed])
}
