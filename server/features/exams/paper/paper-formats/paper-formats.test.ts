import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import type { Blueprint } from '#content/blueprint.ts'
import * as blueprints from '#content/blueprints.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import type { Question } from '#contract/question.ts'
import { type StoredKey, storedKeyOf } from './paper-format.ts'
import { packPaper } from './pack-paper.ts'
import { readKeys, readQuestions, readShapes } from './paper-formats.ts'
import stored from './stored-papers.json' with { type: 'json' }

const tests = { verbal: blueprints.verbalTest, math: blueprints.mathTest, logic: blueprints.logicTest }

function madePaper(blueprint: Blueprint, seed: string) {
  const items = [...assembleExam({ blueprint, seed, partition: 'exam' })]
  const questions = items.map((item) => splitItem(item).question)
  const keys = items.map(storedKeyOf)
  const optionSeed = optionSeedOf(seed)
  return { questions, keys, optionSeed, packed: packPaper(questions, keys, optionSeed) }
}

/** The same figures as plain objects, whose pictures have no names. */
const withoutNames = <T>(all: readonly T[]) => JSON.parse(JSON.stringify(all)) as T[]

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const withGenerator = (keys: readonly StoredKey[]) => keys.map((key) => ({ ...key, generator: generatorVersion }))

describe.each(Object.entries(tests))('a stored paper of the %s test', (name, blueprint) => {
  const papers = Array.from({ length: 8 }, (_, number) => madePaper(blueprint, `stored/${name}/${number}`))

  it('a stored paper comes back to the last byte: its questions, keys and possible answers', () => {
    for (const { questions, keys, packed } of papers) {
      const read = readQuestions(packed.questions)
      expect(JSON.stringify(read)).toBe(JSON.stringify(questions))
      expect(JSON.stringify(readKeys(packed))).toBe(JSON.stringify(withGenerator(keys)))
      const shapes = questions.map(({ id, kind, options }) => ({ id, kind, options: (options ?? []).map((o) => o.id) }))
      expect(readShapes(packed.questions)).toEqual(shapes)
    }
  })

  it('a stored paper takes the same bytes whether its pictures are known by name or by content', () => {
    for (const { questions, keys, packed, optionSeed } of papers) {
      const looked = packPaper(withoutNames(questions), withoutNames(keys), optionSeed)
      const recalled = packPaper(questions, keys, optionSeed)
      for (const each of [looked, recalled]) {
        expect([sha256(each.questions), sha256(each.keys)]).toEqual([sha256(packed.questions), sha256(packed.keys)])
      }
    }
  })

  it('a stored paper takes under 5 kB together with its keys', () => {
    const sizes = papers.map(({ packed }) => packed.questions.length + packed.keys.length)
    expect(Math.max(...sizes)).toBeLessThan(5_000)
  })
})

describe('a question that no paper format knows', () => {
  const { questions, keys } = madePaper(blueprints.logicTest, 'odd')
  const figured = questions.findIndex(({ figure }) => figure !== undefined)
  const changed: [string, (question: Question) => Question][] = [
    ['another kind', (question) => ({ ...question, kind: 'multiple' })],
    ['another id', (question) => ({ ...question, id: 'x1' })],
    ['options under other ids', (question) => withOption(question, { id: '0123456789' })],
    ['a word among drawings', (question) => withOption(question, { figure: undefined, text: 'слово' })],
    ['a drawing that says something else', (question) => withDrawing(question, { alt: 'щось інше' })],
    ['a drawing of another size', (question) => withDrawing(question, { width: 101 })],
    ['a drawing moved by a hair', (question) => withDrawing(question, { shapes: movedShapes(question, 0.01) })],
    ['a drawing moved by a tenth', (question) => withDrawing(question, { shapes: movedShapes(question, 0.1) })],
    ['a drawing of another fill', (question) => withDrawing(question, { shapes: refilled(question) })],
    ['a drawing of another pattern', (question) => withDrawing(question, { shapes: repatterned(question) })],
    ['a drawing without patterns', (question) => withDrawing(question, { shapes: withoutPatterns(question) })],
    ['a matrix whose rows are said otherwise', (question) => ({ ...question, figure: withOtherRows(question) })],
    ['a dashed line around', (question) => withDrawing(question, { shapes: dashed(question) })],
    [
      'a matrix that says something else',
      (question) => ({ ...question, figure: { ...question.figure!, alt: 'інше' } }),
    ],
    ['a matrix without its last shape', (question) => ({ ...question, figure: withoutLast(question) })],
  ]

  it.each(changed)('a stored paper keeps a question that its format does not know: %s', (_, change) => {
    const odd = questions.with(figured, change(questions[figured]!))
    const oddKeys = keys.with(figured, { ...keys[figured]!, question_id: odd[figured]!.id })
    const packed = packPaper(odd, oddKeys, optionSeedOf('odd'))
    expect(JSON.stringify(readQuestions(packed.questions))).toBe(JSON.stringify(odd))
    expect(JSON.stringify(readKeys(packed))).toBe(JSON.stringify(withGenerator(oddKeys)))
  })

  it('a stored paper whose first byte names no format is an error, not an empty paper', () => {
    expect(() => readQuestions(Buffer.from([99, 1, 2]))).toThrow(/format 99/)
  })
})

function withOption(question: Question, change: object): Question {
  const [first, ...others] = question.options!
  return { ...question, options: [JSON.parse(JSON.stringify({ ...first, ...change })), ...others] }
}

function withDrawing(question: Question, change: object): Question {
  return withOption(question, { figure: { ...question.options![0]!.figure!, ...change } })
}

function movedShapes(question: Question, by: number) {
  const { shapes } = question.options![0]!.figure!
  const moved = JSON.stringify(shapes).replace(/\d+(\.\d+)?/, (number) => String(Number(number) + by))
  return JSON.parse(moved) as unknown
}

function dashed(question: Question) {
  return question.options![0]!.figure!.shapes.map((shape) => ({ ...shape, stroke: 'dashed' }))
}

function refilled(question: Question) {
  const { shapes } = question.options![0]!.figure!
  return shapes.map((shape) => ({ ...shape, ...('fill' in shape && { fill: shape.fill === 'ink' ? 'mid' : 'ink' }) }))
}

function repatterned(question: Question) {
  const { shapes } = question.options![0]!.figure!
  return shapes.map((shape) => ({
    ...shape,
    pattern: 'pattern' in shape && shape.pattern === 'dots' ? 'solid' : 'dots',
  }))
}

function withoutPatterns(question: Question) {
  const { shapes } = question.options![0]!.figure!
  return shapes.map((shape) => ({ ...shape, pattern: undefined }))
}

/** Moves the first picture of the second row into the words of the first row. */
function withOtherRows({ figure }: Question) {
  return { ...figure!, alt: figure!.alt.replace(/\. Другий рядок: ([^;]*); /, '; $1. Другий рядок: ') }
}

function withoutLast(question: Question) {
  return { ...question.figure!, shapes: question.figure!.shapes.slice(0, -1) }
}

describe('a paper that an earlier release has stored', () => {
  it.each(stored)(
    'a paper that an earlier release stored reads as it did: format $format, $name',
    ({ questions, keys, digest }) => {
      const packed = { questions: Buffer.from(questions, 'base64'), keys: Buffer.from(keys, 'base64') }
      expect(sha256(JSON.stringify([readQuestions(packed.questions), readKeys(packed)]))).toBe(digest)
    },
  )

  it.each(stored.filter(({ graded }) => graded !== undefined))(
    'a paper that an earlier release stored is graded as it was: $name',
    (paper) => {
      const packed = { questions: Buffer.from(paper.questions, 'base64'), keys: Buffer.from(paper.keys, 'base64') }
      const questions = readQuestions(packed.questions)
      const items = readKeys(packed).map((key, place) => ({ ...key, question: questions[place]! }))
      // The first twenty are right, the rest wrong.
      const answers = new Map(items.map(({ question, key }, place) => [question.id, place < 20 ? key.right : '—']))
      const { score } = gradePaper({ items, answers })
      expect({ iq: score?.iq, theta: score?.theta }).toEqual(paper.graded)
    },
  )

  it('none of the four dictionaries of stored papers ever changes', () => {
    const digests = [1, 2, 3, 4].map((number) => {
      const text = readFileSync(path.join(import.meta.dirname, `dictionary-${number}.json`), 'utf8')
      return sha256(JSON.stringify(JSON.parse(text)))
    })
    expect(digests).toEqual([
      '54ebad63810a8f5c091e2bfacc751537c7b7290d5b767c10c2c9668aa046cc66',
      '194243aff25147c6a7cbfa47767f5f3585a960bceb449b0bb87ee8a587c5d968',
      '66c613081dbff048a49309ca3a4328dfdcba640a393c88f6415ddfb71145945f',
      '3a3b2d56084def4d6d0e9e6ad911bddf74b29871f1bd0fcd902f2e59492d59cf',
    ])
  })
})
