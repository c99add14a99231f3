import { judgedWords } from './lexicon/judged-words.ts'
import { sampleReadings } from './lexicon/sample-readings.ts'

/** A reader's judgement of a word that the dealing can offer: the answer, an answer that can be defended, or none. */
export type Judgement = 'right' | 'defensible' | 'no'

type Line = { read: number; right: ReadonlySet<string>; defensible: ReadonlySet<string> }
type Table = { pool: ReadonlyMap<string, number>; lines: ReadonlyMap<string, Line> }

/**
 * The readers' judgements by relation, independent of the lexicon («kind» judges words as members of kinds). A table has its
 * name after «#»; after «<» all words that can be options, new ones last; and for each asked word «asked N: right ~
 * defensible to both readers ~ to the first alone ~ to the second alone». N is how many of the words the first reader has
 * read with it; unlisted words of these N are judged "no". One reader is enough for "defensible". A new word is unjudged for
 * each asked word until its N counts it. A new asked word has no line.
 */
const tables = judgedWords
  .trim()
  .split(/^# /m)
  .filter((text) => text !== '')
  .map((text) => readTable(text.trim().split('\n')))

/** Reads a table: its name, its words, and a line for each asked word. */
export function readTable([name, pool, ...lines]: string[]): [string, Table] {
  const places = new Map(listOf(pool?.replace(/^< /, '')).map((word, place) => [word, place]))
  return [String(name), { pool: places, lines: new Map(lines.map(readLine)) }]
}

function readLine(line: string): [string, Line] {
  const [, asked, read, words] = /^(.+) (\d+):(.*)$/.exec(line) ?? []
  if (!asked) throw new Error(`No judgement of «${line}»`)
  const [right, ...defensible] = String(words).split('~')
  return [asked, { read: Number(read), right: new Set(listOf(right)), defensible: new Set(defensible.flatMap(listOf)) }]
}

function listOf(words = ''): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Undefined if nobody has judged: such a word must not be offered. */
export function judgementOf(relation: string, asked: string, word: string): Judgement | undefined {
  const table = tableOf(relation, asked)
  return table && judgementIn(table, asked, word)
}

export function judgementIn({ pool, lines }: Table, asked: string, word: string): Judgement | undefined {
  const line = lines.get(asked)
  if (line === undefined) return undefined
  if (line.right.has(word)) return 'right'
  if (line.defensible.has(word)) return 'defensible'
  const place = pool.get(word)
  return place !== undefined && place < line.read ? 'no' : undefined
}

/** Whether readers have judged the answers to «asked : ?» in a relation. */
export const isJudged = (relation: string, asked: string): boolean => tableOf(relation, asked) !== undefined

/** A relation has one table for exams and one for trainings, and no word is asked in both. */
function tableOf(relation: string, asked: string): Table | undefined {
  return tables.find(([name, { lines }]) => name === relation && lines.has(asked))?.[1]
}

/** By «relation as other»: pairs that nobody would read in the other relation, and pairs that may be read so. */
const samplesRead = new Map(
  sampleReadings
    .trim()
    .split(/^# /m)
    .filter((text) => text !== '')
    .map((text) => {
      const [name, no, may] = text.trim().split('\n')
      return [name, { no: new Set(listOf(no?.replace(/^no: /, ''))), may: new Set(listOf(may?.replace(/^may: /, ''))) }]
    }),
)

/**
 * Whether a sample pair of one relation may be read as another. Then a word that has the other relation to the asked word
 * answers as well. Undefined if nobody has judged.
 */
export function mayBeReadAs(relation: string, other: string, [a, b]: readonly [string, string]): boolean | undefined {
  const read = samplesRead.get(`${relation} as ${other}`)
  if (read?.may.has(`${a} — ${b}`)) return true
  if (read?.no.has(`${a} — ${b}`)) return false
  const judgement = judgementOf(other, a, b)
  return judgement && judgement !== 'no'
}

const kinds = tables.flatMap(([name, { lines }]) => (name === 'kind' ? [...lines.keys()] : []))

/** Whether some judged kind has all the others as members and not this word. */
export function isLeftOut(odd: string, others: readonly string[]): boolean {
  return kinds.some(
    (kind) =>
      judgementOf('kind', kind, odd) === 'no' && others.every((word) => judgementOf('kind', kind, word) !== 'no'),
  )
}
