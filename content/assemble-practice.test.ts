import { describe, expect, it, vi } from 'vitest'
import { assemblePractice } from './assemble-practice.ts'
import * as blueprints from './blueprints.ts'
import { itemGenerators } from './generators/item-generators.ts'
import type { Item } from './item.ts'
import { createRng } from './rng.ts'
import { ruleOf } from './rule-of.ts'
import type { Partition } from './partition.ts'
import { digestsOf } from './signature.ts'

const asksOf = (items: readonly Item[]) => items.flatMap(({ asks }) => asks)
const familiesOf = (items: readonly Item[]) => items.map(({ family }) => family)

describe.each(Object.entries(blueprints))('a practice of the blueprint %s', (_, blueprint) => {
  const families = [...new Set(blueprint.parts.map(({ family }) => family))]

  it.each([5, 10])(
    'a practice of %i items goes from easy to hard through every family, and asks nothing twice',
    (size) => {
      for (const seed of ['one', 'two', 'three']) {
        const items = assemblePractice({ blueprint, size }, { seed })
        expect(items).toHaveLength(size)
        expect(new Set(familiesOf(items))).toEqual(new Set(families))
        expect(items.map(({ question }) => question.id)).toEqual(items.map((_item, at) => `q${at + 1}`))
        const difficulties = items.map(({ difficulty }) => difficulty)
        expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b))
        expect(new Set(asksOf(items)).size).toBe(asksOf(items).length)
        expect(new Set(items.map(({ partition }) => partition))).toEqual(new Set(['training']))
      }
    },
  )

  it.each(families)('a practice of the family %s has items of that family only', (family) => {
    const items = assemblePractice({ blueprint, size: 10, family }, { seed: 'alone' })
    expect(familiesOf(items)).toEqual(Array(10).fill(family))
  })

  it('a practice is the same for the same seed, and differs for another seed or once the person has seen it', () => {
    const [one, same, other] = ['one', 'one', 'other'].map((seed) => assemblePractice({ blueprint, size: 5 }, { seed }))
    expect(JSON.stringify(same)).toBe(JSON.stringify(one))
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(one))
    const next = assemblePractice({ blueprint, size: 5 }, { seed: 'one', seen: new Set(one!.flatMap(digestsOf)) })
    expect(asksOf(next).filter((ask) => asksOf(one!).includes(ask))).toEqual([])
  })
})

describe.each(itemGenerators.map(({ family, levels, generate, levelsOf }) => ({ family, levels, generate, levelsOf })))(
  'a mistake in $family',
  ({ family, levels, generate, levelsOf }) => {
    const blueprint = { parts: [{ family, difficulties: [0] }] } as Parameters<typeof assemblePractice>[0]['blueprint']

    it.each(levels)(
      'a mistake at difficulty %d returns as other items of its family, the first of them by the same rule',
      (level) => {
        const missed = generate(createRng(`missed ${level}`), level, 'training')
        const rule = ruleOf(missed)
        expect(rule).not.toBe('')
        // An earlier release may have given this rule a higher difficulty.
        const difficulty = missed.difficulty + (levelsOf === undefined ? 0 : 1)
        const again = [{ family, difficulty, rule }]
        const items = assemblePractice(
          { blueprint, size: 5, again },
          { seed: 'again', seen: new Set(digestsOf(missed)) },
        )
        expect(items.length).toBeGreaterThan(0)
        expect(new Set(familiesOf(items))).toEqual(new Set([family]))
        expect(ruleOf(items[0]!)).toBe(rule)
        expect(items.map(({ signature }) => signature)).not.toContain(missed.signature)
        // A relation or a kind has only a few words: they may come again in another question.
        const isOfWords = family.startsWith('verbal')
        if (!isOfWords) expect(asksOf(items).filter((ask) => missed.asks.includes(ask))).toEqual([])
      },
    )
  },
)

it('a practice after a mistake by an exam-only rule has five items of its difficulty, without extra draws', () => {
  const matrices = itemGenerators.find(({ family }) => family === 'logic-matrix')!
  const draws = vi.spyOn(matrices, 'generate')
  const drawsOf = (rule?: string) => {
    draws.mockClear()
    const again = [{ family: 'logic-matrix', difficulty: -1, ...(rule && { rule }) }]
    const items = assemblePractice({ blueprint: blueprints.logicTest, size: 5, again }, { seed: 'held' })
    expect(items.map(({ difficulty }) => difficulty)).toEqual(Array(5).fill(-1))
    return draws.mock.calls.length
  }
  expect(drawsOf('difference')).toBe(drawsOf())
  draws.mockRestore()
})

it('a practice of five items after two mistakes takes three items of one family and two of the other', () => {
  const again = [
    { family: 'math-series', difficulty: -2 },
    { family: 'math-table', difficulty: 1.5 },
  ]
  const items = assemblePractice({ blueprint: blueprints.mathTest, size: 5, again }, { seed: 'turns' })
  expect(familiesOf(items)).toEqual([...Array(3).fill('math-series'), ...Array(2).fill('math-table')])
})

it('ruleOf knows no rule of an item that was stored without radicals or by another release', () => {
  expect(ruleOf({ family: 'math-series' })).toBe('')
  expect(ruleOf({ family: 'of-another-release', radicals: { rule: 'any' } })).toBe('')
})

it('nine families have exam-only rules, which no training and no example shows', () => {
  const held: Record<string, RegExp> = {
    'math-series': /^(growing-factor|round-of-three|sum-of-three|cubic)$/,
    'math-table': /^(middle-sum|mean|difference-times|squares)$/,
    'logic-matrix': /difference/,
    'logic-overlay': /^(minus|later)$/,
    'verbal-conclusion': /^(by the contrary 5|some-or-none 4)$/,
    'math-letters': /^(skip-back|next\+same|back\+next|back\+back|grow|grow\+next)$/,
    'logic-analogy': /^(place|side|kind\+turn|place\+turn|side\+turn)$/,
    'logic-latin': /^place/,
    'logic-ordering': /^(neighbours|middle|either)$/,
  }
  for (const [family, rules] of Object.entries(held)) {
    const { levels, generate, isOfExams } = itemGenerators.find((each) => each.family === family)!
    const shownIn = (partition: Partition) =>
      levels.flatMap((level) => {
        const rng = createRng(`held back ${family} ${level}`)
        return Array.from({ length: 40 }, () => ruleOf(generate(rng, level, partition))).filter((rule) =>
          rules.test(rule),
        )
      })
    expect([family, new Set(shownIn('exam')).size > 1]).toEqual([family, true])
    for (const partition of ['training', 'example'] as const) expect([family, shownIn(partition)]).toEqual([family, []])
    for (const rule of new Set(shownIn('exam'))) expect([family, rule, isOfExams!(rule)]).toEqual([family, rule, true])
  }
})
