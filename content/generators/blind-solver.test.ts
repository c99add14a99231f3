import { describe, expect, it } from 'vitest'
import type { Option } from '#contract/question.ts'
import type { Item } from '../item.ts'
import { createRng, type Rng } from '../rng.ts'
import type { ItemGenerator } from './item-generator.ts'
import { logicAnalogy } from './logic/figure-analogy.ts'
import { logicMatrix } from './logic/figure-matrix.ts'
import { logicLatin } from './logic/latin-square.ts'
import { logicOrdering } from './logic/ordering.ts'
import { logicOverlay } from './logic/overlay-matrix.ts'
import { mathLetters } from './math/letter-series.ts'
import { mathSeries } from './math/series.ts'
import { mathTable } from './math/table.ts'
import { verbalAnalogy } from './verbal/analogy.ts'
import { verbalConclusion } from './verbal/conclusion.ts'
import { frames } from './verbal/lexicon.ts'

/** A solver that sees the options and not the stem. It gives each a number; the greatest is chosen, ties at random. */
type BlindSolver = (options: readonly Option[]) => number[]

const said = ({ text, figure }: Option) => text ?? figure?.alt ?? ''

/** Features of an option: words of its description, digits of a number, place of a word in the lexicon. */
function attributesOf(option: Option): string[] {
  const text = said(option)
  const known = attributes.get(text) ?? tellApart(text)
  attributes.set(text, known)
  return known
}

const attributes = new Map<string, string[]>()

function tellApart(text: string): string[] {
  if (/^−?\d+$/.test(text))
    return [`length ${text.length}`, ...[...text].toReversed().map((digit, i) => `${i}:${digit}`)]
  const inLexicon = frames.flatMap((frame) =>
    frame.subjects.flatMap(({ word, cells }) =>
      cells.flatMap((cell, i) => (cell?.word === text ? [`${frame.relations[i]?.name}`, `of ${word}`] : [])),
    ),
  )
  return inLexicon.length > 0 ? inLexicon : text.split(text.includes(', ') ? ', ' : ' ')
}

const majorityVote: BlindSolver = (options) => {
  const attributesOfAll = options.map(attributesOf)
  const votes = new Map<string, number>()
  for (const each of attributesOfAll.flat()) votes.set(each, (votes.get(each) ?? 0) + 1)
  return attributesOfAll.map((own) => own.reduce((sum, each) => sum + (votes.get(each) ?? 0), 0) / own.length)
}

const size = (option: Option) => {
  const text = said(option)
  return /^−?\d+$/.test(text) ? Number(text.replace('−', '-')) : (option.figure?.shapes.length ?? text.length)
}
const greatest: BlindSolver = (options) => options.map(size)
const least: BlindSolver = (options) => options.map((option) => -size(option))
const middle: BlindSolver = (options) => {
  const sizes = options.map(size)
  return sizes.map((own) => -sizes.reduce((sum, other) => sum + Math.abs(own - other), 0))
}
const longest: BlindSolver = (options) => options.map((option) => said(option).length)

function choose(rng: Rng, solver: BlindSolver, options: readonly Option[]): string {
  const marks = solver(options)
  const best = Math.max(...marks)
  return rng.pick(options.filter((_, i) => marks[i] === best)).id
}

function itemsOf(generator: ItemGenerator, count: number): Item[] {
  const rng = createRng(`blind/${generator.family}`)
  const items: Item[] = []
  for (let i = 0; items.length < count; i++) {
    const item = generator.generate(rng, generator.levels[i % generator.levels.length] as number)
    if (item.question.options) items.push(item)
  }
  return items
}

const solvers = { majorityVote, greatest, least, middle, longest }

describe.each([
  verbalAnalogy,
  verbalConclusion,
  mathSeries,
  mathTable,
  mathLetters,
  logicMatrix,
  logicOverlay,
  logicAnalogy,
  logicLatin,
  logicOrdering,
])('$family', (generator) => {
  it('no blind solver, which sees the options alone, beats chance by more than 3 points over 2000 items @full', () => {
    const items = itemsOf(generator, 2000)
    const chance = items.reduce((sum, { question }) => sum + 1 / question.options!.length, 0) / items.length
    const gains = Object.entries(solvers).map(([name, solver]) => {
      const rng = createRng(`choose/${name}`)
      const hits = items.filter(({ question, key }) => choose(rng, solver, question.options!) === key.right).length
      return { name, gain: hits / items.length - chance }
    })
    expect(gains.filter(({ gain }) => gain > 0.03)).toEqual([])
  }, 120_000)
})

/** Picks the number with the most divisors from 2 to 13. Divisors betray numbers, at one level more than on average. */
const mostDivisors: BlindSolver = (options) =>
  options.map((option) => Array.from({ length: 12 }, (_, i) => i + 2).filter((d) => size(option) % d === 0).length)

describe.each([
  [mathSeries, -2],
  [mathSeries, 1],
  [mathTable, -0.5],
] as const)('numbers of one level', (generator, level) => {
  it(`no solver by divisors, size or middle beats chance by more than 5 points in ${generator.family} at level ${level} @full`, () => {
    const items = itemsOf({ ...generator, levels: [level] }, 800)
    const gains = Object.entries({ mostDivisors, greatest, least, middle }).map(([name, solver]) => {
      const rng = createRng(`choose/${name}`)
      const hits = items.filter(({ question, key }) => choose(rng, solver, question.options!) === key.right).length
      return { name, gain: hits / items.length - 1 / 6 }
    })
    expect(gains.filter(({ gain }) => gain > 0.05)).toEqual([])
  }, 120_000)
})

describe.each([
  [mathSeries, (rng: Rng, level: number) => mathSeries.generate(rng, level)],
  [mathTable, (rng: Rng, level: number) => mathTable.generate(rng, level)],
] as const)('a solver by divisibility', ({ family, levels }, make) => {
  it(`a solver that picks the option of ${family} most divisible by the given numbers beats chance by 12 points at most, for every rule @full`, () => {
    const rng = createRng(`divided/${family}`)
    const hits = new Map<string, number[]>()
    for (const level of levels) {
      for (let i = 0; i < 500; i++) {
        const { question, key, radicals } = make(rng, level)
        if (!question.options) continue
        const given = family === 'math-series' ? String(radicals.terms).split(' ').slice(-1) : operandsOf(radicals)
        const marks = question.options.map((option) => given.filter((n) => size(option) % Number(n) === 0).length)
        const best = question.options.filter((_, i) => marks[i] === Math.max(...marks))
        const rule = String(radicals.rule).replace(/ .*/, '')
        const hit = best.some(({ id }) => id === key.right) ? 1 / best.length : 0
        hits.set(rule, [...(hits.get(rule) ?? []), hit])
      }
    }
    const rates = [...hits].map(
      ([rule, each]) => [rule, each.reduce((sum, hit) => sum + hit, 0) / each.length] as const,
    )
    expect(rates.length).toBeGreaterThan(4)
    expect(rates.filter(([, share]) => share > 1 / 6 + 0.12)).toEqual([])
  })
})

/** The two numbers of the asked line. */
function operandsOf({ table, along }: Item['radicals']): string[] {
  const numbers = String(table).split(/[ ,]/)
  return (along === 'columns' ? [numbers[2], numbers[5]] : [numbers[6], numbers[7]]) as string[]
}

describe('the blind solver', () => {
  it('a blind solver solves options that are edits of the key, which is why no family makes such options', () => {
    const option = (id: string, alt: string): Option => ({ id, figure: { width: 1, height: 1, alt, shapes: [] } })
    const edits = [
      option('key', 'великий сірий круг'),
      option('a', 'малий сірий круг'),
      option('b', 'великий блідий круг'),
    ]
    expect(choose(createRng('a'), majorityVote, [...edits, option('c', 'великий сірий квадрат')])).toBe('key')
  })
})
