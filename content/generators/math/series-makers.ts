import type { Rng } from '../../rng.ts'
import { signed } from './number-words.ts'
import { seriesRules } from './series-rules.ts'

/**
 * A series as drawn: the terms to show, the next one, and why. `rule` names the rule of the grammar it comes from,
 * `numbers` what that rule goes by: two series of one rule with the same numbers ask the same, wherever they begin.
 */
export type DrawnSeries = {
  rule: string
  numbers: string
  complexity: number
  terms: number[]
  next: number
  why: string
  /** The next number is a multiple of one that is seen, which of six would tell it: it is always typed. */
  isTyped: boolean
}

type Maker = { level: number; draw(rng: Rng): DrawnSeries }

const grow = (first: number, count: number, step: (x: number, i: number) => number) => {
  const terms = [first]
  for (let i = 0; terms.length < count; i++) terms.push(step(terms[i] as number, i))
  return terms
}

function drawn(rule: string, numbers: readonly number[], all: number[], why: string, isTyped = false): DrawnSeries {
  const complexity = complexityOf[rule] as number
  const [terms, next] = [all.slice(0, -1), all.at(-1) as number]
  return { rule, numbers: numbers.join(' '), complexity, terms, next, why, isTyped }
}

const complexityOf: Record<string, number> = Object.fromEntries(seriesRules.map((rule) => [rule.name, rule.complexity]))

const nonZero = (rng: Rng, min: number, max: number) => rng.int(min, max) * (rng.chance(0.5) ? 1 : -1)

/** How the series of each level are made. The levels are priors in logits: one operation is easy, two by turns hard. */
export const seriesMakers: readonly Maker[] = [
  {
    level: -2,
    draw(rng) {
      const step = nonZero(rng, 3, 13)
      const all = grow(rng.int(step < 0 ? 60 : 2, step < 0 ? 120 : 40), 6, (x) => x + step)
      return drawn(
        'linear',
        [step, all[0] as number],
        all,
        `Кожне число ${step > 0 ? 'більше' : 'менше'} за попереднє на ${Math.abs(step)}.`,
      )
    },
  },
  {
    level: -2,
    draw(rng) {
      const by = rng.int(2, 4)
      const all = grow(rng.int(2, 13), by === 4 ? 5 : 6, (x) => x * by)
      const numbers = [by, all[0] as number]
      const isGrowing = rng.chance(0.5)
      return drawn(
        'geometric',
        numbers,
        isGrowing ? all : all.toReversed(),
        `Кожне число в ${by} рази ${isGrowing ? 'більше' : 'менше'} за попереднє.`,
        true,
      )
    },
  },
  {
    level: -1,
    draw(rng) {
      const growth = nonZero(rng, 1, 5)
      const start = growth > 0 ? rng.int(1, 9) : rng.int(20, 40)
      const all = grow(rng.int(1, 30), 6, (x, i) => x + start + growth * i)
      return drawn(
        'quadratic',
        [start, growth],
        all,
        `Різниці між сусідніми числами змінюються щоразу на ${Math.abs(growth)}: ${stepsOf(all)}.`,
      )
    },
  },
  {
    level: -0.5,
    draw(rng) {
      const extra = rng.pick([0, 0, -3, -2, -1, 1, 2, 3, 4])
      const all = [rng.int(1, 9), rng.int(2, 12)]
      while (all.length < 7) all.push((all.at(-1) as number) + (all.at(-2) as number) + extra)
      const tail = extra === 0 ? '' : `, ${extra > 0 ? 'збільшеній' : 'зменшеній'} на ${Math.abs(extra)}`
      return drawn(
        'sum-of-two',
        all.slice(0, 2),
        all,
        `Кожне число, починаючи з третього, дорівнює сумі двох попередніх${tail}.`,
      )
    },
  },
  {
    level: 0,
    draw(rng) {
      const by = rng.int(2, 4)
      const plus = nonZero(rng, 1, 12)
      const all = grow(rng.int(1, by === 4 ? 4 : 12), 6, (x) => x * by + plus)
      return drawn(
        'affine',
        [by, plus],
        all,
        `Кожне число дорівнює попередньому, помноженому на ${by}, ${plus > 0 ? 'плюс' : 'мінус'} ${Math.abs(plus)}.`,
      )
    },
  },
  {
    level: 0.5,
    draw(rng) {
      const [up, down] = [rng.int(4, 15), rng.int(2, 11)]
      const all = grow(rng.int(8, 40), 7, (x, i) => (i % 2 === 0 ? x + up : x - down))
      return drawn('alternating', [up, down], all, `Дві дії по черзі: додати ${up}, відняти ${down}.`)
    },
  },
  {
    level: 0.5,
    draw(rng) {
      const [a, b] = [nonZero(rng, 2, 9), nonZero(rng, 2, 9)]
      const odd = grow(rng.int(20, 60), 5, (x) => x + a)
      const even = grow(rng.int(20, 60), 5, (x) => x + b)
      return drawn(
        'interleaved',
        [a, b],
        weave(odd, even).slice(0, 9 + rng.int(0, 1)),
        `Два ряди чергуються: на непарних місцях ${signed(a)} щоразу, на парних — ${signed(b)}.`,
      )
    },
  },
  {
    level: 1,
    draw(rng) {
      const by = rng.int(2, 3)
      const plus = nonZero(rng, 1, 6)
      const addFirst = rng.chance(0.5)
      const all = grow(rng.int(3, 9), 7, (x, i) => ((i % 2 === 0) === addFirst ? x + plus : x * by))
      const add = plus > 0 ? `додати ${plus}` : `відняти ${-plus}`
      const steps = addFirst ? [add, `помножити на ${by}`] : [`помножити на ${by}`, add]
      const why = `Дві дії по черзі: ${steps.join(', ')}.`
      return drawn('alternating', [by, plus, Number(addFirst)], all, why, addFirst)
    },
  },
  {
    level: 1,
    draw(rng) {
      const first = rng.int(1, 4)
      const all = grow(rng.int(1, first === 1 ? 40 : 13), 6, (x, i) => x * (first + i))
      return drawn(
        'growing-factor',
        [first, all[0] as number],
        all,
        `Множник щоразу більший на один: ${factorsFrom(first)}.`,
        true,
      )
    },
  },
  {
    level: 1.5,
    draw(rng) {
      const [by, step] = [rng.int(2, 3), nonZero(rng, 2, 9)]
      const odd = grow(rng.int(2, 9), 5, (x) => x * by)
      const even = grow(rng.int(15, 50), 5, (x) => x + step)
      const flip = rng.chance(0.5)
      const all = (flip ? weave(even, odd) : weave(odd, even)).slice(0, 9 + rng.int(0, 1))
      const isProduct = all.at(-1) === odd.at(-1)
      const [product, sum] = flip ? ['парних', 'непарних'] : ['непарних', 'парних']
      return drawn(
        'interleaved',
        [by, step, odd[0] as number],
        all,
        `Два ряди чергуються: на ${product} місцях множення на ${by}, на ${sum} — ${signed(step)} щоразу.`,
        isProduct,
      )
    },
  },
  {
    level: 1.5,
    draw(rng) {
      const [shift, plus] = [rng.int(0, 4), nonZero(rng, 1, 30)]
      const all = Array.from({ length: 7 }, (_, i) => (i + 1 + shift) ** 3 + plus)
      return drawn(
        'cubic',
        [shift, plus],
        all,
        `Куби послідовних чисел, ${plus > 0 ? 'збільшені' : 'зменшені'} на ${Math.abs(plus)}: починаючи з ${1 + shift}³.`,
      )
    },
  },
  {
    level: 2,
    draw(rng) {
      const [a, b] = [nonZero(rng, 1, 6), nonZero(rng, 1, 6)]
      const [odd, even] = [grow(rng.int(1, 12), 5, (x) => x + a), grow(rng.int(1, 12), 4, (x) => x + b)]
      const growth = weave(odd, even)
      const all = grow(rng.int(5, 40), 10, (x, i) => x + (growth[i] as number))
      return drawn(
        'rule-of-steps',
        [a, b],
        all,
        `Різниці між сусідніми числами: ${stepsOf(all)}. Вони утворюють два ряди, що чергуються: в одному ${signed(a)} щоразу, у другому — ${signed(b)}.`,
      )
    },
  },
  {
    level: 2,
    draw(rng) {
      const start = rng.int(1, 6)
      const [by, plus] = [rng.int(2, 3), nonZero(rng, 1, 4)]
      const growth = grow(start + 2, 6, (x) => x * by + plus)
      const all = grow(rng.int(1, 20), 7, (x, i) => x + (growth[i] as number))
      return drawn(
        'rule-of-steps',
        [by, start, plus],
        all,
        `Різниці між сусідніми числами: ${stepsOf(all)}. Кожна різниця дорівнює попередній, помноженій на ${by}, ${plus > 0 ? 'плюс' : 'мінус'} ${Math.abs(plus)}.`,
      )
    },
  },
]

function stepsOf(all: readonly number[]): string {
  return all
    .slice(1)
    .map((value, i) => signed(value - (all[i] as number)))
    .join(', ')
}

function factorsFrom(first: number): string {
  return Array.from({ length: 5 }, (_, i) => `×${first + i}`).join(', ')
}

function weave(odd: readonly number[], even: readonly number[]): number[] {
  return odd.flatMap((value, i) => (i < even.length ? [value, even[i] as number] : [value]))
}
