import type { Question } from '#contract/question.ts'
import newestDictionaryFile from './dictionary-4.json' with { type: 'json' }
import {
  createPaperFormat,
  type PackedPaper,
  type PaperDictionary,
  type PaperFormat,
  type StoredKey,
} from './paper-format.ts'

/** The number of new papers' format, which is their first byte: that of their dictionary. */
export const newestFormat = 4
/** That of new papers. */
export const newestDictionary = newestDictionaryFile as PaperDictionary

let format: PaperFormat | undefined

/** Made when the first paper of it comes: an album takes megabytes. */
export const formatOfNewPapers = (): PaperFormat => (format ??= createPaperFormat(newestDictionary))

/**
 * `optionSeed` as `optionSeedOf` makes it of the paper's seed; keys in the order of the questions. The thread that draws needs this
 * alone, and none of the earlier dictionaries.
 */
export function packPaper(questions: readonly Question[], keys: readonly StoredKey[], optionSeed: string): PackedPaper {
  const packed = formatOfNewPapers().pack(questions, keys, optionSeed)
  return { questions: sealed(packed.questions), keys: sealed(packed.keys) }
}

function sealed(packed: Buffer): Buffer {
  return Buffer.concat([Buffer.from([newestFormat]), packed])
}
