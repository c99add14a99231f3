import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { type Item, type ItemKey, keyMarker, type Radicals } from '#content/item.ts'
import { optionIds } from '#content/stamp-item.ts'
import {
  Album,
  latinOf,
  lettersOfLatin,
  matrixOf,
  numberOfOption,
  numbersOfMatrix,
  numbersOfPairs,
  numbersOfTable,
  numberTableOf,
  optionFigureOf,
  pairsOf,
} from './pictures.ts'

/** The data of one item for grading and calibration, apart from the questions. Early papers lack the last two fields. */
export interface StoredKey {
  question_id: string
  key: ItemKey
  family: string
  difficulty: number
  radicals?: Radicals
  generator?: number
}

export function storedKeyOf({ question, key, family, difficulty, radicals }: Item): StoredKey {
  return { question_id: question.id, key, family, difficulty, radicals }
}

/** Usual pictures and texts of papers, in a file that never changes once papers are stored with it. */
export interface PaperDictionary {
  /** By number: the words of a picture, and the trace of its drawing. */
  pictures: string[][]
  /** The usual texts of packed questions and of keys, the most usual last. */
  questions: string
  keys: string
}

/** Valid answers to a question; without options the answer is typed. */
export type AnswerShape = { id: string; kind: Question['kind']; options: string[] }

export interface PackedPaper {
  questions: Buffer
  keys: Buffer
}

export interface PaperFormat {
  /** `optionSeed` as `optionSeedOf` makes it; the ids of all options follow from it. Keys are in the order of the questions. */
  pack(questions: readonly Question[], keys: readonly StoredKey[], optionSeed: string): PackedPaper
  readQuestions(questions: Buffer): Question[]
  readShapes(questions: Buffer): AnswerShape[]
  readKeys(paper: PackedPaper): StoredKey[]
}

/** A question without its ids: prompt, figure, options. The whole question if that would lose something. */
type PackedQuestion = UsualQuestion | Question
type UsualQuestion = [prompt: string, figure?: PackedFigure, options?: string | string[]]
/** Letters of the pictures of a matrix or of pairs, numbers of a table, cells of a square, or the figure itself; 0: none. */
type PackedFigure = 0 | string | (string | null)[] | Figure
/** `right`: an index of the options, or the answer itself. `figure` 1: the question's figure, completed by the right option. */
type PackedKey = [
  right: number | string | string[],
  explanation: string,
  figure: 0 | 1 | Figure,
  family: string,
  difficulty: number,
  radicals?: Radicals,
]

const optionSeedBytes = 16

/**
 * Deflate's level, 1 to 9; what is stored at any level reads alike. Level 9 takes a quarter longer than this, for 1 % of the
 * bytes. `npm run bench:paper` prints the time and the bytes of each level for the papers on sale.
 */
export const packingLevel = 7

/**
 * Creates the format in which the database stores papers and keys (decision 0045): JSON without repetition, deflated with what
 * papers usually say. Pictures are letters of an album, the ids of options follow from 16 bytes, and keys are deflated with
 * the words of their questions. Whatever does not fit is kept as it is: every paper comes back to the last byte, only larger.
 *
 * Nothing that reads may change, because papers of years are stored in it. Other drawings or other wordings need another
 * dictionary when the test of the papers' sizes says so (`npm run paper:dictionary`).
 */
export function createPaperFormat(dictionary: PaperDictionary, level = packingLevel): PaperFormat {
  const album = new Album(dictionary.pictures)
  const questionWords = Buffer.from(dictionary.questions)
  const keyWords = Buffer.from(dictionary.keys)

  const deflated = (text: string, words: Buffer) => deflateRawSync(text, { dictionary: words, level })
  const inflated = (bytes: Buffer) => inflateRawSync(bytes.subarray(optionSeedBytes), { dictionary: questionWords })
  /** Deflate looks 32 kB back, and encodes nearer matches in fewer bits. */
  const extraWords = (json: Buffer) => Buffer.concat([keyWords, json]).subarray(-32_768)
  const read = (bytes: Buffer) => {
    const json = inflated(bytes)
    const optionSeed = bytes.toString('hex', 0, optionSeedBytes)
    return { json, optionSeed, packed: JSON.parse(json.toString()) as PackedQuestion[] }
  }

  return {
    pack(questions, keys, optionSeed) {
      const texts = packedTexts(album, questions, keys, optionSeed)
      return {
        questions: Buffer.concat([Buffer.from(optionSeed, 'hex'), deflated(texts.questions, questionWords)]),
        keys: deflated(texts.keys, extraWords(Buffer.from(texts.questions))),
      }
    },
    readQuestions(questions) {
      const { packed, optionSeed } = read(questions)
      return packed.map((each, place) => unpackQuestion(album, each, place, optionSeed))
    },
    readShapes(questions) {
      const { packed, optionSeed } = read(questions)
      return packed.map((each, place) => {
        if (!Array.isArray(each)) return shapeOfQuestion(each)
        const ids = idsOf(each, place, optionSeed)
        return { id: idAt(place), kind: ids ? 'single' : 'number', options: ids ?? [] }
      })
    },
    readKeys({ questions, keys }) {
      const { json, packed, optionSeed } = read(questions)
      const text = inflateRawSync(keys, { dictionary: extraWords(json) }).toString()
      const [generator, packedKeys] = JSON.parse(text) as [number, PackedKey[]]
      return packedKeys.map((key, place) => ({
        ...unpackKey(album, key, packed[place] as PackedQuestion, place, optionSeed),
        generator,
      }))
    },
  }
}

export function packedTexts(
  album: Album,
  questions: readonly Question[],
  keys: readonly StoredKey[],
  optionSeed: string,
): { questions: string; keys: string } {
  const packed = questions.map((question, place) => packQuestion(album, question, place, optionSeed))
  const packedKeys = keys.map((key, place) =>
    packKey(album, key, questions[place] as Question, packed[place] as PackedQuestion),
  )
  return { questions: JSON.stringify(packed), keys: JSON.stringify([generatorVersion, packedKeys]) }
}

export function shapeOfQuestion({ id, kind, options }: Question): AnswerShape {
  return { id: String(id), kind, options: (options ?? []).map((option) => option.id) }
}

const idAt = (place: number) => `q${place + 1}`

function idsOf([, , options]: UsualQuestion, place: number, optionSeed: string): string[] | undefined {
  return options ? optionIds(optionSeed, idAt(place), options.length) : undefined
}

function packQuestion(album: Album, question: Question, place: number, optionSeed: string): PackedQuestion {
  const { id, kind, prompt, figure, options } = question
  const ids = options ? optionIds(optionSeed, idAt(place), options.length) : []
  const hasUsualIds = id === idAt(place) && (options ?? []).every((option, at) => option.id === ids[at])
  if (!hasUsualIds || kind !== (options ? 'single' : 'number')) return question
  const packedOptions = options ? packOptions(album, options) : undefined
  if (options && !packedOptions) return question
  const packedFigure = figure ? packFigure(album, figure) : 0
  if (packedOptions) return [prompt, packedFigure, packedOptions]
  return packedFigure === 0 ? [prompt] : [prompt, packedFigure]
}

function unpackQuestion(album: Album, packed: PackedQuestion, place: number, optionSeed: string): Question {
  if (!Array.isArray(packed)) return packed
  const [prompt, figure = 0, options] = packed
  const ids = idsOf(packed, place, optionSeed)
  return {
    id: idAt(place),
    kind: ids ? 'single' : 'number',
    prompt,
    ...(figure !== 0 && { figure: unpackFigure(album, figure) }),
    ...(ids && options && { options: unpackOptions(album, options, ids) }),
  }
}

/** Packs options that are all drawn, or all in words; else undefined. */
function packOptions(album: Album, options: readonly Option[]): string | string[] | undefined {
  const texts = options.flatMap(({ text, figure }) => (typeof text === 'string' && !figure ? [text] : []))
  if (texts.length === options.length) return texts
  const numbers = options.map(({ text, figure }) =>
    figure && text === undefined ? numberOfOption(album, figure) : undefined,
  )
  return numbers.every((number) => number !== undefined) ? lettersOf(numbers) : undefined
}

function unpackOptions(album: Album, options: string | string[], ids: readonly string[]): Option[] {
  const bodies =
    typeof options === 'string'
      ? picturesIn(album, options).map((picture) => ({ figure: optionFigureOf(picture) }))
      : options.map((text) => ({ text }))
  return bodies.map((body, place) => ({ id: ids[place] as string, ...body }))
}

function packFigure(album: Album, figure: Figure): PackedFigure {
  const numbers = numbersOfMatrix(album, figure)
  if (!numbers) return packOther(album, figure)
  const eight = numbers.slice(0, 8)
  return numbers[8] === null && eight.every((number) => number !== null) ? lettersOf(eight) : figure
}

function packOther(album: Album, figure: Figure): PackedFigure {
  const pairs = numbersOfPairs(album, figure)
  if (pairs) return lettersOf(pairs)
  const cells = lettersOfLatin(figure)
  return cells === undefined ? (numbersOfTable(figure) ?? figure) : [cells]
}

function unpackFigure(album: Album, figure: Exclude<PackedFigure, 0>): Figure {
  if (typeof figure === 'string') {
    const pictures = picturesIn(album, figure)
    return pictures.length === shownInPairs ? pairsOf(pictures) : matrixOf([...pictures, null])
  }
  if (!Array.isArray(figure)) return figure
  return figure.length === 1 ? latinOf(figure[0] as string) : numberTableOf(figure)
}

/** The pictures that pairs show, whose last is asked; a matrix shows eight. */
const shownInPairs = 3

/** A picture's number as a letter: two bytes of UTF-8 for the first 1,792. */
const firstLetter = 0x100
const lettersOf = (numbers: readonly number[]) => String.fromCharCode(...numbers.map((number) => firstLetter + number))
const picturesIn = (album: Album, letters: string) =>
  Array.from(letters, (letter) => album.at(letter.charCodeAt(0) - firstLetter))

function packKey(album: Album, stored: StoredKey, question: Question, packed: PackedQuestion): PackedKey {
  const { key, family, difficulty, radicals } = stored
  const { right, explanation, explanation_figure: figure } = key
  const place = typeof right === 'string' ? (question.options ?? []).findIndex(({ id }) => id === right) : -1
  const completed = completedLetters(packed, place)
  const numbers = figure && completed ? numbersOfMatrix(album, figure) : undefined
  const isCompleted = numbers?.every((number) => number !== null) && lettersOf(numbers) === completed
  const bare = [
    place < 0 ? right : place,
    explanation,
    figure ? (isCompleted ? 1 : figure) : 0,
    family,
    difficulty,
  ] as const
  return radicals ? [...bare, radicals] : [...bare]
}

function unpackKey(
  album: Album,
  packedKey: PackedKey,
  packed: PackedQuestion,
  place: number,
  optionSeed: string,
): StoredKey {
  const [right, explanation, figure, family, difficulty, radicals] = packedKey
  const ids = Array.isArray(packed) ? idsOf(packed, place, optionSeed) : packed.options?.map(({ id }) => id)
  const shown = figure === 1 ? matrixOf(picturesIn(album, completedLetters(packed, right as number) ?? '')) : figure
  return {
    question_id: Array.isArray(packed) ? idAt(place) : packed.id,
    key: {
      right: typeof right === 'number' ? (ids?.[right] as string) : right,
      explanation,
      ...(shown !== 0 && { explanation_figure: shown }),
      marker: keyMarker,
    },
    family,
    difficulty,
    ...(radicals && { radicals }),
  }
}

/** The pictures of a question's matrix with one of its options in the place of the question mark. */
function completedLetters(packed: PackedQuestion, place: number): string | undefined {
  if (!Array.isArray(packed)) return undefined
  const [, figure, options] = packed
  return typeof figure === 'string' && typeof options === 'string' ? figure + options.charAt(place) : undefined
}
