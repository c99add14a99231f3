import type { Rng } from '../../rng.ts'
import { added, printed, signed } from './number-words.ts'
import { seriesRules } from './series-rules.ts'

/**
 * A drawn series: the shown terms, the next one, and why. `rule` is its rule in the grammar. `parameters` are the rule's
 * numbers, wherever it begins; a paper has them once. `numbers` adds the beginning, if that makes another question.
 */
export type DrawnSeries = {
  rule: string
  parameters: string
  numbers: string
  complexity: number
  terms: number[]
  next: number
  /** Says the rule with this series' numbers, and last the step to the next term. Few drawn series need it. */
  why(): string
  /** The next number is a multiple of a shown one, which would betray it among six. So it is always typed. */
  isTyped: boolean
}

/** `rule`: the name of an exam-only rule. */
export type Maker = { level: number; isOfExams?: boolean; rule?: string; draw(rng: Rng): DrawnSeries }

const grow = (first: number, count: number, step: (x: number, i: number) => number) => {
  const terms = [first]
  for (let i = 0; terms.length < count; i++) terms.push(step(terms[i] as number, i))
  return terms
}

type Draft = {
  rule: string
  /** All terms, the next one last. */
  all: number[]
  parameters: readonly number[]
  /** Further numbers that distinguish series with these parameters. */
  beginning?: readonly number[]
  why: () => string
  isTyped?: boolean
}

function drawn({ rule, all, parameters, beginning = [], why, isTyped = false }: Draft): DrawnSeries {
  return {
    rule,
    parameters: parameters.join(' '),
    numbers: [...parameters, ...beginning].join(' '),
    complexity: complexityOf[rule] as number,
    terms: all.slice(0, -1),
    next: all.at(-1) as number,
    why,
    isTyped,
  }
}

const complexityOf: Record<string, number> = Object.fromEntries(seriesRules.map((rule) => [rule.name, rule.complexity]))

const nonZero = (rng: Rng, min: number, max: number) => rng.int(min, max) * (rng.chance(0.5) ? 1 : -1)

/**
 * The makers of each level, a prior in logits. One operation that is seen immediately is easy; operations by turns and rows
 * that take turns are harder. Two operations in one step, and rules that no term shows by itself, are hardest (Sun et al.,
 * 2019; decision 0138). A level has twice the pairs of rule and length that a paper asks, or more: a second paper has others.
 */
export const seriesMakers: readonly Maker[] = [
  {
    level: -2,
    draw(rng) {
      const step = nonZero(rng, 3, 13)
      const all = grow(rng.int(step < 0 ? 60 : 2, step < 0 ? 120 : 40), rng.int(5, 7), (x) => x + step)
      const why = () =>
        `Кожне число на ${Math.abs(step)} ${step > 0 ? 'більше' : 'менше'} за попереднє: ${lastStep(all, (x) => added(x, step))}.`
      return drawn({ rule: 'linear', all, parameters: [step], beginning: [all[0] as number], why })
    },
  },
  {
    level: -2,
    draw(rng) {
      const by = rng.int(2, 4)
      const rising = grow(rng.int(2, 13), by === 4 ? 5 : rng.int(5, 6), (x) => x * by)
      const isGrowing = rng.chance(0.5)
      const all = isGrowing ? rising : rising.toReversed()
      const step = lastStep(all, (x) => `${printed(x)} ${isGrowing ? '·' : ':'} ${by}`)
      return drawn({
        rule: 'geometric',
        all,
        parameters: [by],
        beginning: [rising[0] as number],
        why: () => `Кожне число в ${by} рази ${isGrowing ? 'більше' : 'менше'} за попереднє: ${step}.`,
        isTyped: true,
      })
    },
  },
  { level: -1, draw: (rng) => quadratic(rng, rng.int(1, 5)) },
  {
    level: -1,
    draw(rng) {
      const [up, down] = [rng.int(4, 15), rng.int(2, 11)]
      const all = grow(rng.int(8, 40), rng.int(7, 9), (x, i) => (i % 2 === 0 ? x + up : x - down))
      const step = all.length % 2 === 0 ? up : -down
      return drawn({
        rule: 'alternating',
        all,
        parameters: [up, down],
        why: () =>
          `Дві дії по черзі: додати ${up}, відняти ${down}. Тепер черга ${saidStep(step)}: ${lastStep(all, (x) => added(x, step))}.`,
      })
    },
  },
  { level: -0.5, draw: (rng) => quadratic(rng, -rng.int(1, 5)) },
  { level: -0.5, draw: (rng) => sumOfTwo(rng, 0) },
  {
    level: -0.5,
    isOfExams: true,
    rule: 'growing-factor',
    draw(rng) {
      const first = rng.int(1, 4)
      const all = grow(rng.int(1, first === 1 ? 40 : 13), 6, (x, i) => x * (first + i))
      const factors = Array.from({ length: 4 }, (_, i) => `×${first + i}`).join(', ')
      return drawn({
        rule: 'growing-factor',
        all,
        parameters: [first],
        beginning: [all[0] as number],
        why: () =>
          `Множник щоразу більший на один: ${factors}; наступний — ×${first + 4}: ${lastStep(all, (x) => `${x} · ${first + 4}`)}.`,
        isTyped: true,
      })
    },
  },
  {
    level: 0,
    isOfExams: true,
    rule: 'round-of-three',
    draw(rng) {
      const steps = [rng.int(3, 12), -rng.int(2, 9), rng.int(1, 9) * (rng.chance(0.5) ? 1 : -1)]
      const turns = rng.shuffle(steps)
      const all = grow(rng.int(10, 40), rng.int(8, 10), (x, i) => x + (turns[i % 3] as number))
      const step = turns[(all.length - 2) % 3] as number
      return drawn({
        rule: 'round-of-three',
        all,
        parameters: turns,
        why: () =>
          `Три дії по черзі: ${turns.map(signed).join(', ')}. Тепер черга ${signed(step)}: ${lastStep(all, (x) => added(x, step))}.`,
      })
    },
  },
  {
    level: 0,
    draw(rng) {
      const [a, b] = rng.sample([-9, -8, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 9], 2) as [number, number]
      const [odd, even] = [grow(rng.int(20, 60), 5, (x) => x + a), grow(rng.int(20, 60), 5, (x) => x + b)]
      const all = weave(odd, even).slice(0, rng.int(8, 10))
      const step = all.length % 2 === 1 ? a : b
      const why = () => `${saidRows(all, signed(a), signed(b))} ${strandStep(all, (x) => added(x, step))}.`
      return drawn({ rule: 'interleaved', all, parameters: [a, b], why })
    },
  },
  {
    level: 0.5,
    isOfExams: true,
    rule: 'sum-of-three',
    draw(rng) {
      const all = [rng.int(1, 6), rng.int(1, 8), rng.int(2, 9)]
      const count = rng.int(7, 8)
      while (all.length < count) all.push(all.slice(-3).reduce((sum, value) => sum + value, 0))
      const sumAt = (i: number) => all.slice(i - 3, i).join(' + ')
      return drawn({
        rule: 'sum-of-three',
        all,
        parameters: all.slice(0, 3),
        why: () =>
          `Кожне число, починаючи з четвертого, — сума трьох попередніх: ${sumAt(3)} = ${all[3]}, … ${sumAt(all.length - 1)} = ${all.at(-1)}.`,
      })
    },
  },
  {
    level: 0.5,
    draw(rng) {
      const by = rng.int(2, 3)
      const plus = nonZero(rng, 1, 6)
      const addFirst = rng.chance(0.5)
      const isSum = (i: number) => (i % 2 === 0) === addFirst
      const all = grow(rng.int(3, 9), rng.int(7, 8), (x, i) => (isSum(i) ? x + plus : x * by))
      const add = plus > 0 ? `додати ${plus}` : `відняти ${-plus}`
      const steps = addFirst ? [add, `помножити на ${by}`] : [`помножити на ${by}`, add]
      const nextIsSum = isSum(all.length - 2)
      const next = lastStep(all, (x) => (nextIsSum ? added(x, plus) : `${printed(x)} · ${by}`))
      return drawn({
        rule: 'alternating',
        all,
        parameters: [by, plus, Number(addFirst)],
        why: () =>
          `Дві дії по черзі: ${steps.join(', ')}. Тепер черга ${nextIsSum ? saidStep(plus) : `помножити на ${by}`}: ${next}.`,
        isTyped: !nextIsSum,
      })
    },
  },
  {
    level: 0.5,
    draw(rng) {
      const [by, step] = [rng.int(2, 3), nonZero(rng, 2, 9)]
      const odd = grow(rng.int(2, 9), 5, (x) => x * by)
      const even = grow(rng.int(15, 50), 5, (x) => x + step)
      const isFlipped = rng.chance(0.5)
      const all = (isFlipped ? weave(even, odd) : weave(odd, even)).slice(0, rng.int(8, 10))
      const isProduct = (all.length % 2 === 1) !== isFlipped
      const [first, second] = isFlipped ? [signed(step), `×${by}`] : [`×${by}`, signed(step)]
      return drawn({
        rule: 'interleaved',
        all,
        parameters: [by, step, odd[0] as number],
        why: () =>
          `${saidRows(all, first, second)} ${strandStep(all, (x) => (isProduct ? `${printed(x)} · ${by}` : added(x, step)))}.`,
        isTyped: isProduct,
      })
    },
  },
  {
    level: 1,
    draw(rng) {
      const by = rng.int(2, 4)
      const plus = nonZero(rng, 1, 12)
      const all = grow(rng.int(1, by === 4 ? 4 : 12), by === 4 ? 6 : rng.int(6, 7), (x) => x * by + plus)
      const steps = eachStep(all, (x) => added(`${printed(x)} · ${by}`, plus))
      const why = () => `Кожне число — попереднє, помножене на ${by}, ${saidTerm(plus)}: ${steps}.`
      return drawn({ rule: 'affine', all, parameters: [by, plus], why })
    },
  },
  { level: 1, draw: (rng) => sumOfTwo(rng, rng.pick([-4, -3, -2, -1, 1, 2, 3, 4])) },
  { level: 1.5, draw: (rng) => weightedPair(rng, [2, 1]) },
  {
    level: 1.5,
    isOfExams: true,
    rule: 'cubic',
    draw(rng) {
      const [shift, plus] = [rng.int(0, 4), nonZero(rng, 1, 30)]
      const all = Array.from({ length: rng.int(7, 8) }, (_, i) => (i + 1 + shift) ** 3 + plus)
      const cube = (i: number) => `${added(`${i + 1 + shift}³`, plus)} = ${printed(all[i] as number)}`
      const steps = `${cube(0)}, ${cube(1)}, … ${cube(all.length - 1)}`
      return drawn({
        rule: 'cubic',
        all,
        parameters: [shift, plus],
        why: () => `Куби послідовних чисел, ${plus > 0 ? 'збільшені' : 'зменшені'} на ${Math.abs(plus)}: ${steps}.`,
      })
    },
  },
  {
    level: 2,
    draw: (rng) =>
      weightedPair(
        rng,
        rng.pick([
          [1, 2],
          [3, 1],
          [1, 3],
          [2, 2],
        ]),
      ),
  },
  {
    level: 2,
    draw(rng) {
      const [a, b] = rng.sample([-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6], 2) as [number, number]
      const count = rng.int(9, 10)
      const growth = weave(
        grow(rng.int(1, 12), 5, (x) => x + a),
        grow(rng.int(1, 12), 4, (x) => x + b),
      )
      const all = grow(rng.int(5, 40), count, (x, i) => x + (growth[i] as number))
      const shown = growth.slice(0, count - 2)
      const step = growth[count - 2] as number
      return drawn({
        rule: 'rule-of-steps',
        all,
        parameters: [a, b],
        why: () =>
          `Різниці між сусідніми числами: ${shown.map(signed).join(', ')}. Це два ряди по черзі: в одному щоразу ${signed(a)}, у другому ${signed(b)}. Наступна різниця: ${added(growth[count - 4] as number, count % 2 === 0 ? a : b)} = ${printed(step)}; ${lastStep(all, (x) => added(x, step))}.`,
      })
    },
  },
  {
    level: 2,
    draw(rng) {
      const start = rng.int(1, 6)
      const [by, plus] = [rng.int(2, 3), nonZero(rng, 1, 4)]
      const count = by === 3 ? 7 : rng.int(7, 8)
      const growth = grow(start + 2, count - 1, (x) => x * by + plus)
      const all = grow(rng.int(1, 20), count, (x, i) => x + (growth[i] as number))
      const [before, step] = growth.slice(-2) as [number, number]
      return drawn({
        rule: 'rule-of-steps',
        all,
        parameters: [by, plus],
        beginning: [start],
        why: () =>
          `Різниці між сусідніми числами: ${growth.slice(0, -1).map(signed).join(', ')}. Кожна — попередня, помножена на ${by}, ${saidTerm(plus)}. Наступна різниця: ${added(`${printed(before)} · ${by}`, plus)} = ${printed(step)}; ${lastStep(all, (x) => added(x, step))}.`,
      })
    },
  },
]

/** Rising steps are easier than falling ones, which may turn a series around. */
function quadratic(rng: Rng, growth: number): DrawnSeries {
  const start = growth > 0 ? rng.int(1, 9) : rng.int(20, 40)
  const all = grow(rng.int(1, 30), rng.int(6, 7), (x, i) => x + start + growth * i)
  const steps = all.slice(1).map((value, i) => value - (all[i] as number))
  const step = steps.at(-1) as number
  return drawn({
    rule: 'quadratic',
    all,
    parameters: [growth],
    beginning: [start],
    why: () =>
      `Різниці між сусідніми числами: ${steps.slice(0, -1).map(signed).join(', ')}; щоразу на ${Math.abs(growth)} ${growth > 0 ? 'більше' : 'менше'}, тож наступна ${signed(step)}: ${lastStep(all, (x) => added(x, step))}.`,
  })
}

function sumOfTwo(rng: Rng, extra: number): DrawnSeries {
  const all = [rng.int(1, 9), rng.int(2, 12)]
  const count = rng.int(7, 8)
  while (all.length < count) all.push((all.at(-1) as number) + (all.at(-2) as number) + extra)
  const tail = extra === 0 ? '' : `, ${extra > 0 ? 'збільшена' : 'зменшена'} на ${Math.abs(extra)}`
  const step = (i: number) => {
    const sum = added(all[i - 2] as number, all[i - 1] as number)
    return `${extra === 0 ? sum : added(sum, extra)} = ${printed(all[i] as number)}`
  }
  return drawn({
    rule: 'sum-of-two',
    all,
    parameters: [extra],
    beginning: all.slice(0, 2),
    why: () =>
      `Кожне число, починаючи з третього, — сума двох попередніх${tail}: ${step(2)}, ${step(3)}, … ${step(all.length - 1)}.`,
  })
}

function weightedPair(rng: Rng, [p, q]: readonly [number, number]): DrawnSeries {
  const all = [rng.int(1, 6), rng.int(1, 9)]
  const count = p === 3 ? 6 : rng.int(6, 7)
  while (all.length < count) all.push(p * (all.at(-1) as number) + q * (all.at(-2) as number))
  const times = (value: number, by: number) => (by === 1 ? String(value) : `${value} · ${by}`)
  const step = (i: number) => `${times(all[i - 1] as number, p)} + ${times(all[i - 2] as number, q)} = ${all[i]}`
  return drawn({
    rule: 'weighted-pair',
    all,
    parameters: [p, q],
    beginning: all.slice(0, 2),
    why: () =>
      `Кожне число, починаючи з третього, — ${saidTimes('попереднє', p)} плюс ${saidTimes('число перед ним', q)}: ${step(2)}, ${step(3)}, … ${step(all.length - 1)}.`,
  })
}

const saidStep = (step: number) => (step > 0 ? `додати ${step}` : `відняти ${-step}`)
const saidTerm = (term: number) => (term > 0 ? `плюс ${term}` : `мінус ${-term}`)
const saidTimes = (what: string, by: number) => (by === 1 ? what : `${what}, помножене на ${by},`)

/** «33 + 7 = 40»: the step to the next term. */
function lastStep(all: readonly number[], of: (before: number) => string): string {
  return `${of(all.at(-2) as number)} = ${printed(all.at(-1) as number)}`
}

/** The first two steps and the last. */
function eachStep(all: readonly number[], of: (before: number, i: number) => string): string {
  const step = (i: number) => `${of(all[i] as number, i)} = ${printed(all[i + 1] as number)}`
  return `${step(0)}, ${step(1)}, … ${step(all.length - 2)}`
}

/** Both rows with their rules, without the asked term. */
function saidRows(all: readonly number[], first: string, second: string): string {
  const row = (start: number) =>
    all
      .slice(0, -1)
      .filter((_, i) => i % 2 === start)
      .map(printed)
      .join(', ')
  return `Два ряди чергуються. На непарних місцях: ${row(0)} (щоразу ${first}); на парних: ${row(1)} (щоразу ${second}).`
}

/** The step to the next term from the last one of its own row. */
function strandStep(all: readonly number[], of: (before: number) => string): string {
  const place = all.length % 2 === 1 ? 'непарне' : 'парне'
  return `Далі ${place} місце: ${of(all.at(-3) as number)} = ${printed(all.at(-1) as number)}`
}

function weave(odd: readonly number[], even: readonly number[]): number[] {
  return odd.flatMap((value, i) => (i < even.length ? [value, even[i] as number] : [value]))
}
