import type { Question } from '#contract/question.ts'
import { UnreadableRow } from '../../../../db/unreadable-row.ts'
import dictionary1 from './dictionary-1.json' with { type: 'json' }
import dictionary2 from './dictionary-2.json' with { type: 'json' }
import dictionary3 from './dictionary-3.json' with { type: 'json' }
import {
  type AnswerShape,
  createPaperFormat,
  type PackedPaper,
  type PaperDictionary,
  type PaperFormat,
  type StoredKey,
} from './paper-format.ts'

/**
 * All formats that papers are stored in, by the byte that they begin with. New papers get the newest; none is ever taken
 * away or changed.
 */
const dictionaries: readonly PaperDictionary[] = [dictionary1, dictionary2, dictionary3]
/** The number of new papers' format, which is their first byte. */
export const newestFormat = dictionaries.length
/** That of new papers. */
export const newestDictionary = dictionaries[newestFormat - 1] as PaperDictionary
/** Each when the first paper of it comes: an album takes megabytes, and most processes never meet the old ones. */
const formats = new Map<number, PaperFormat>()

/** `optionSeed` as `optionSeedOf` makes it of the paper's seed; keys in the order of the questions. */
export function packPaper(questions: readonly Question[], keys: readonly StoredKey[], optionSeed: string): PackedPaper {
  const packed = formatOf(newestFormat).pack(questions, keys, optionSeed)
  return { questions: sealed(packed.questions), keys: sealed(packed.keys) }
}

/** The questions as they travel. Their figures are drawn when somebody looks at them. */
export function readQuestions(questions: Buffer): Question[] {
  return formatOf(questions[0]).readQuestions(questions.subarray(1))
}

/** What an answer to each question may be. */
export function readShapes(questions: Buffer): AnswerShape[] {
  return formatOf(questions[0]).readShapes(questions.subarray(1))
}

export function readKeys({ questions, keys }: PackedPaper): StoredKey[] {
  return formatOf(keys[0]).readKeys({ questions: questions.subarray(1), keys: keys.subarray(1) })
}

function sealed(packed: Buffer): Buffer {
  return Buffer.concat([Buffer.from([newestFormat]), packed])
}

function formatOf(number: number | undefined): PaperFormat {
  const known = formats.get(number ?? 0)
  if (known) return known
  const dictionary = dictionaries[(number ?? 0) - 1]
  if (!dictionary) throw new UnreadableRow(`A paper is stored in format ${number}, which this release does not know.`)
  const format = createPaperFormat(dictionary)
  formats.set(number ?? 0, format)
  return format
}
