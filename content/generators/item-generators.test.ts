import { describe, expect, it } from 'vitest'
import type { Shape } from '#contract/figure.ts'
import { Question } from '#contract/question.ts'
import { keyMarker } from '../item.ts'
import { createRng } from '../rng.ts'
import { stampItem } from '../stamp-item.ts'
import { itemGenerators } from './item-generators.ts'
import { keySchema } from '../../tests/support/item-key.ts'

describe.each(itemGenerators.map((generator) => [generator.family, generator] as const))('%s', (family, generator) => {
  const items = generator.levels.flatMap((level) =>
    Array.from({ length: 12 }, (_, i) => generator.generate(createRng(`${family}/${level}/${i}`), level)),
  )

  it('an item generator makes the same item from the same seed', () => {
    const make = () => generator.generate(createRng('same'), 0)
    expect(make()).toEqual(make())
  })

  it('an item generator makes the difficulty that is asked for, or the nearest that it can', () => {
    for (const level of generator.levels) expect(generator.generate(createRng('x'), level).difficulty).toBe(level)
    expect(generator.generate(createRng('x'), -4).difficulty).toBe(Math.min(...generator.levels))
    expect(generator.generate(createRng('x'), 4).difficulty).toBe(Math.max(...generator.levels))
  })

  it('an item generator makes no subject besides those that it lists, if it lists any', () => {
    for (const level of generator.levels) {
      const said = generator.subjects?.(level)
      if (!said) continue
      const rng = createRng(`${family}/${level}`)
      const seen = new Set(Array.from({ length: 200 }, () => generator.generate(rng, level).subject))
      expect([...said]).toEqual(expect.arrayContaining([...seen]))
    }
  })

  it('an item generator makes questions and keys that parse, and a key that is one of the options or a whole number', () => {
    for (const { question, key } of items) {
      expect(Question.safeParse(question).success).toBe(true)
      expect(keySchema.safeParse(key).success).toBe(true)
      expect(key.marker).toBe(keyMarker)
      if (question.kind === 'single') {
        expect(question.options?.filter(({ id }) => id === key.right)).toHaveLength(1)
      } else expect(key.right).toMatch(/^-?\d+$/)
    }
  })

  it('no two options of an item look or read alike', () => {
    for (const { question } of items) {
      const said = (question.options ?? []).map(({ text, figure }) => text ?? figure?.alt)
      const drawn = (question.options ?? []).map(({ text, figure }) => text ?? JSON.stringify(figure?.shapes))
      expect(new Set(said).size).toBe(said.length)
      expect(new Set(drawn).size).toBe(drawn.length)
    }
  })

  it('an item says in words what it draws, and explains in Ukrainian, with true apostrophes and minuses', () => {
    for (const { question, key } of items) {
      const words = [question.prompt, key.explanation, question.figure?.alt ?? '']
      words.push(...(question.options ?? []).map(({ text, figure }) => text ?? figure?.alt ?? ''))
      for (const text of words) {
        expect(text).not.toMatch(/[A-Za-z'"]|undefined|NaN| {2}|(^|\s)-\d|\.\./)
        expect(text).not.toMatch(/[ыэъё]/)
      }
      expect(key.explanation).toMatch(/^[А-ЯІЇЄҐ].*\.$/s)
      if (question.figure) expect(question.figure.alt.length).toBeGreaterThan(20)
    }
  })

  it('every shape of an item is inside its figure', () => {
    const figures = items.flatMap(({ question }) => [
      question.figure,
      ...(question.options ?? []).map((each) => each.figure),
    ])
    const outside = figures.flatMap((figure) =>
      (figure?.shapes ?? []).filter((shape) =>
        cornersOf(shape).some(([x, y]) => x < 0 || y < 0 || x > figure!.width || y > figure!.height),
      ),
    )
    expect(outside).toEqual([])
  })

  it('an item’s signature is the same in any attempt, and differs for different content', () => {
    const [item] = items
    const stamped = (seed: string) => stampItem(item!, { seed, questionId: 'q1' })
    expect(stamped('a').signature).toBe(stamped('b').signature)
    expect(item!.signature).toMatch(/^[0-9a-f]{24}$/)
    const contents = new Map(items.map((each) => [each.signature, JSON.stringify(each.radicals)]))
    for (const each of items) expect(contents.get(each.signature)).toBe(JSON.stringify(each.radicals))
  })

  it('an item generator makes more than 45 different items in 60 draws at every level', () => {
    for (const level of generator.levels) {
      const rng = createRng(`stock/${level}`)
      const signatures = new Set(Array.from({ length: 60 }, () => generator.generate(rng, level).signature))
      expect(signatures.size).toBeGreaterThan(45)
    }
  })
})

function cornersOf(shape: Shape): (readonly [number, number])[] {
  switch (shape.shape) {
    case 'polygon':
      return shape.points
    case 'circle':
      return [
        [shape.cx - shape.r, shape.cy - shape.r],
        [shape.cx + shape.r, shape.cy + shape.r],
      ]
    case 'rect':
      return [
        [shape.x, shape.y],
        [shape.x + shape.width, shape.y + shape.height],
      ]
    case 'line':
      return [shape.from, shape.to]
    case 'text':
      return [[shape.x, shape.y]]
  }
}
