import { describe, expect, it } from 'vitest'
import { Question } from '#contract/question.ts'
import { assembleExam } from './assemble-exam.ts'
import { logicTest, mathTest, verbalTest } from './blueprints.ts'
import { keyMarker } from './item.ts'
import { splitItem } from './split-item.ts'
import { keySchema } from '../tests/support/item-key.ts'

const allowed: Record<string, readonly string[]> = {
  question: ['figure', 'id', 'kind', 'options', 'prompt'],
  option: ['figure', 'id', 'text'],
  figure: ['alt', 'height', 'shapes', 'width'],
  circle: ['cx', 'cy', 'fill', 'pattern', 'r', 'shape', 'stroke'],
  rect: ['fill', 'height', 'pattern', 'shape', 'stroke', 'width', 'x', 'y'],
  polygon: ['fill', 'pattern', 'points', 'shape', 'stroke'],
  line: ['from', 'shape', 'to'],
  text: ['shape', 'size', 'text', 'x', 'y'],
}

const items = [verbalTest, mathTest, logicTest].flatMap((blueprint) => [
  ...assembleExam({ blueprint, seed: 'split', partition: 'exam' }),
])

function strangers(of: string, value: object): string[] {
  return Object.keys(value).filter((name) => !allowed[of]?.includes(name))
}

function strangersInQuestion(question: Question): string[] {
  const figures = [question.figure, ...(question.options ?? []).map(({ figure }) => figure)].filter((each) => !!each)
  return [
    ...strangers('question', question),
    ...(question.options ?? []).flatMap((option) => strangers('option', option)),
    ...figures.flatMap((figure) => strangers('figure', figure)),
    ...figures.flatMap(({ shapes }) => shapes.flatMap((shape) => strangers(shape.shape, shape))),
  ]
}

describe('splitItem', () => {
  it('splitItem keeps only the fields of a question that the contract names, at every depth', () => {
    for (const item of items) expect(strangersInQuestion(splitItem(item).question)).toEqual([])
  })

  it('splitItem drops foreign fields of a question, an option, a figure and a shape', () => {
    const item = structuredClone(items.find(({ question }) => question.options?.[0]?.figure)!)
    const option = item.question.options![0]!
    Object.assign(item.question, { right: 'x' })
    Object.assign(option, { right: true })
    Object.assign(option.figure!, { right: true })
    Object.assign(option.figure!.shapes[0]!, { right: true })
    const { question } = splitItem(item)
    expect(strangersInQuestion(item.question)).toHaveLength(4)
    expect(strangersInQuestion(question)).toEqual([])
    expect(JSON.stringify(question)).not.toContain('right":')
  })

  it('splitItem keeps the marker of keys, the explanation and the signature out of the question', () => {
    for (const item of items) {
      const { question, key } = splitItem(item)
      const text = JSON.stringify(question)
      expect(text).not.toContain(keyMarker)
      expect(text).not.toContain('iq-key-marker')
      expect(text).not.toContain(key.explanation)
      expect(text).not.toContain(item.signature)
    }
  })

  it('splitItem returns a question that the contract parses to itself, and a key that parses', () => {
    for (const item of items) {
      const { question, key } = splitItem(item)
      expect(Question.parse(question)).toEqual(question)
      expect(keySchema.parse(key)).toEqual(key)
      expect(key.marker).toBe(keyMarker)
    }
  })

  it('splitItem keeps the figures and options of the item’s question', () => {
    for (const item of items) {
      const { question } = splitItem(item)
      expect(question.figure).toEqual(item.question.figure)
      expect(question.options).toEqual(item.question.options)
    }
  })
})
