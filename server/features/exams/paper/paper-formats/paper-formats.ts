import type { Question } from '#contract/question.ts'
import { UnreadableRow } from '../../../../db/unreadable-row.ts'
import dictionary1 from './dictionary-1.json' with { type: 'json' }
import dictionary2 from './dictionary-2.json' with { type: 'json' }
import dictionary3 from './dictionary-3.json' with { type: 'json' }
import { formatOfNewPapers, newestFormat } from './pack-paper.ts'
import {
  type AnswerShape,
  createPaperFormat,
  type PackedPaper,
  type PaperDictionary,
  type PaperFormat,
  type StoredKey,
} from './paper-format.ts'

/** Dictionaries of earlier papers, by first byte, from 1; `pack-paper.ts` has the newest. None is ever changed or removed. */
const earlier: readonly PaperDictionary[] = [dictionary1, dictionary2, dictionary3]
/** Created with the first paper of each: an album takes megabytes, and most processes never meet the old ones. */
const formats = new Map<number, PaperFormat>()

/** The questions as they travel. Figures are drawn when somebody looks at them. */
export function readQuestions(questions: Buffer): Question[] {
  return formatOf(questions[0]).readQuestions(questions.subarray(1))
}

export function readShapes(questions: Buffer): AnswerShape[] {
  return formatOf(questions[0]).readShapes(questions.subarray(1))
}

export function readKeys({ questions, keys }: PackedPaper): StoredKey[] {
  return formatOf(keys[0]).readKeys({ questions: questions.subarray(1), keys: keys.subarray(1) })
}

function formatOf(number: number | undefined): PaperFormat {
  if (number === newestFormat) return formatOfNewPapers()
  const known = formats.get(number ?? 0)
  if (known) return known
  const dictionary = earlier[(number ?? 0) - 1]
  if (!dictionary) throw new UnreadableRow(`A paper is stored in format ${number}, which this release does not know.`)
  const format = createPaperFormat(dictionary)
  formats.set(number ?? 0, format)
  return format
}
