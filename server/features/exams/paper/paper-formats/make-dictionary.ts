import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { assembleExam } from '#content/assemble-exam.ts'
import * as blueprints from '#content/blueprints.ts'
import type { Item } from '#content/item.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import { packedTexts, type PaperDictionary, storedKeyOf } from './paper-format.ts'
import { Album, traceOfOption } from './pictures.ts'

const tests = [blueprints.verbalTest, blueprints.mathTest, blueprints.logicTest]
const papersEach = 700
/** Deflate looks 32 kB back, and keys share that with the questions of their paper. */
const bytesOfWords = { questions: 30_000, keys: 18_000 }

/**
 * Writes `dictionary-N.json` from papers of many seeds: their pictures, the most usual first, and their most usual words, the
 * most usual last. Only for a new format: a dictionary by which papers are stored never changes.
 */
export function makeDictionary(number: number): { file: string; pictures: number; questions: number; keys: number } {
  const papers = tests.flatMap((blueprint, test) =>
    Array.from({ length: papersEach }, (_, i) => {
      const seed = `dictionary ${number}/${test}/${i}`
      return { seed, items: [...assembleExam({ blueprint, seed, partition: 'exam' })] }
    }),
  )
  const pictures = mostUsual(papers.flatMap(({ items }) => items.flatMap(picturesOf)))
    .toReversed()
    .map((each) => JSON.parse(each) as string[])
  const album = new Album(pictures)
  const texts = papers.map(({ seed, items }) => {
    const questions = items.map((item) => splitItem(item).question)
    return packedTexts(album, questions, items.map(storedKeyOf), optionSeedOf(seed))
  })
  const dictionary: PaperDictionary = {
    pictures,
    questions: wordsOf(
      texts.map(({ questions }) => questions),
      bytesOfWords.questions,
    ),
    keys: wordsOf(
      texts.map(({ keys }) => keys),
      bytesOfWords.keys,
    ),
  }
  const file = path.join(import.meta.dirname, `dictionary-${number}.json`)
  // A picture a line, so that two dictionaries can be compared.
  const lines = pictures.map((picture) => JSON.stringify(picture)).join(',\n')
  const words = `"questions":${JSON.stringify(dictionary.questions)},\n"keys":${JSON.stringify(dictionary.keys)}`
  writeFileSync(file, `{"pictures":[\n${lines}\n],\n${words}}\n`)
  const { questions, keys } = dictionary
  return { file, pictures: pictures.length, questions: Buffer.byteLength(questions), keys: Buffer.byteLength(keys) }
}

/** The words and the trace of each option's picture, as JSON. */
function picturesOf({ question }: Item): string[] {
  return (question.options ?? []).flatMap(({ figure }) => {
    const trace = figure ? traceOfOption(figure) : undefined
    return trace === undefined ? [] : [JSON.stringify([figure?.alt, trace])]
  })
}

/** Texts by their frequency, the most usual last. */
function mostUsual(all: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => a - b).map(([text]) => text)
}

/**
 * The pieces of texts that would save most, from one punctuation mark to the next or up to three words of such a piece; none
 * twice nor within another. A few whole texts follow, for what is between pieces.
 */
function wordsOf(texts: readonly string[], most: number): string {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const piece of new Set(piecesOf(text))) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  const examples = tests.map((_, test) => texts[test * papersEach]!.slice(0, most / 15)).join('')
  const worth = [...counts]
    .filter(([piece, count]) => count > papersEach / 100 && piece.length > 3)
    .sort(([a, x], [b, y]) => (b.length - 2) * y - (a.length - 2) * x)
  let bytes = Buffer.byteLength(examples)
  let taken = ''
  for (const [piece] of worth) {
    if (bytes > most) break
    if (taken.includes(piece)) continue
    taken = piece + taken
    bytes += Buffer.byteLength(piece)
  }
  return taken + examples
}

function piecesOf(text: string): string[] {
  const pieces = text.match(/[^.:;,?—]+[.:;,?— ]*/g) ?? []
  return pieces.flatMap((piece) => {
    const words = piece.match(/\S+\s*/g) ?? []
    const runs = words.flatMap((_, i) => [words[i]!, words.slice(i, i + 2).join(''), words.slice(i, i + 3).join('')])
    return [piece, ...runs]
  })
}
