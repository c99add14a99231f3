import { roundOfThree } from './joining-rules.ts'
import { allEqual, differences, isWhole, last, near, term } from './series-rule.ts'

type Terms = readonly number[]
type WideRule = { name: string; continuations(terms: Terms): number[] }

const small = [-3, -2, -1, 0, 1, 2, 3]
const before = (terms: Terms, back: number) => term(terms, terms.length - back)
const ratios = (terms: Terms) => terms.slice(1).map((value, i) => value / term(terms, i))
const strandOf = (terms: Terms, start: number, step = 2) => terms.filter((_, i) => i % step === start)

/** The free term of a rule: the value of `rest(i)` if it is the same for every `i` from `first`. */
function freeTerm(terms: Terms, first: number, rest: (i: number) => number): number | undefined {
  const free = rest(first)
  for (let i = first + 1; i < terms.length; i++) if (!near(rest(i), free)) return undefined
  return terms.length - first >= 3 ? free : undefined
}

/** The next terms of one strand, of at least three terms, by simple rules. */
function ofStrand(terms: Terms): number[] {
  if (terms.length < 3) return []
  const steps = differences(terms)
  const found = allEqual(steps) ? [last(terms) + term(steps, 0)] : []
  const by = ratios(terms)
  if (by.every((ratio) => Number.isFinite(ratio) && near(ratio, by[0] as number)))
    found.push(last(terms) * (by[0] as number))
  const second = differences(steps)
  if (terms.length >= 4 && allEqual(second)) found.push(last(terms) + last(steps) + term(second, 0))
  const shrink = term(steps, 1) / term(steps, 0)
  if (
    terms.length >= 4 &&
    Number.isFinite(shrink) &&
    steps.slice(1).every((step, i) => near(step, term(steps, i) * shrink))
  ) {
    found.push(last(terms) + last(steps) * shrink)
  }
  return found
}

/** The next terms of `count` strands that take turns, if each obeys a simple rule. */
function ofStrands(terms: Terms, count: number): number[] {
  const strands = Array.from({ length: count }, (_, start) => ofStrand(strandOf(terms, start, count)))
  return strands.every((found) => found.length > 0) ? (strands[terms.length % count] as number[]) : []
}

/**
 * Rules that a person may see, although makers draw hardly any of them. What one of them gives is as defensible as the key,
 * so the proof of uniqueness checks all of them at any complexity. As in the grammar, at least two terms must confirm a rule
 * beyond those that determine its numbers (one in each of two strands of three).
 */
export const wideSeriesRules: readonly WideRule[] = [
  {
    name: 'p times the last plus q times the one before, and a free term',
    continuations(terms) {
      const found: number[] = []
      for (const p of small) {
        for (const q of small) {
          const free = freeTerm(terms, 2, (i) => term(terms, i) - p * term(terms, i - 1) - q * term(terms, i - 2))
          if (free !== undefined) found.push(p * last(terms) + q * before(terms, 2) + free)
        }
      }
      return found
    },
  },
  {
    name: 'the product of two, and a free term',
    continuations(terms) {
      const free = freeTerm(terms, 2, (i) => term(terms, i) - term(terms, i - 1) * term(terms, i - 2))
      return free === undefined ? [] : [last(terms) * before(terms, 2) + free]
    },
  },
  {
    name: 'the square of the last, and a free term',
    continuations(terms) {
      const free = freeTerm(terms, 1, (i) => term(terms, i) - term(terms, i - 1) ** 2)
      return free === undefined ? [] : [last(terms) ** 2 + free]
    },
  },
  {
    name: 'the sum of three, and a free term',
    continuations(terms) {
      const sum = (i: number) => term(terms, i - 1) + term(terms, i - 2) + term(terms, i - 3)
      const free = freeTerm(terms, 3, (i) => term(terms, i) - sum(i))
      return free === undefined ? [] : [sum(terms.length) + free]
    },
  },
  {
    name: 'a multiple of the last, and a growing term',
    continuations: (terms) =>
      [-3, -2, 2, 3, 4, 5].flatMap((p) => {
        const rests = terms.slice(1).map((value, i) => value - p * term(terms, i))
        const growth = differences(rests)
        return growth.length >= 3 && allEqual(growth) ? [p * last(terms) + last(rests) + term(growth, 0)] : []
      }),
  },
  {
    name: 'a growing factor, and a free term',
    continuations(terms) {
      const found: number[] = []
      for (const growth of [-2, -1, 1, 2]) {
        for (let first = -4; first < 10; first++) {
          const free = freeTerm(terms, 1, (i) => term(terms, i) - term(terms, i - 1) * (first + growth * (i - 1)))
          if (free !== undefined) found.push(last(terms) * (first + growth * (terms.length - 1)) + free)
        }
      }
      return found
    },
  },
  {
    name: 'fourth differences are equal',
    continuations(terms) {
      const rows = [terms, ...[1, 2, 3, 4].map(() => [] as number[])]
      for (let i = 1; i < 5; i++) rows[i] = differences(rows[i - 1] as number[])
      const fourth = rows[4] as number[]
      return fourth.length >= 3 && allEqual(fourth) ? [rows.reduce((sum, row) => sum + last(row), 0)] : []
    },
  },
  {
    name: 'second differences are geometric',
    continuations(terms) {
      const steps = differences(terms)
      const second = differences(steps)
      const by = ratios(second)
      const holds = by.length >= 3 && by.every((ratio) => Number.isFinite(ratio) && near(ratio, by[0] as number))
      return holds ? [last(terms) + last(steps) + last(second) * (by[0] as number)] : []
    },
  },
  roundOfThree,
  { name: 'two strands', continuations: (terms) => (terms.length >= 6 ? ofStrands(terms, 2) : []) },
  {
    name: 'steps of two strands',
    continuations: (terms) =>
      terms.length >= 7 ? ofStrands(differences(terms), 2).map((step) => last(terms) + step) : [],
  },
  {
    name: 'steps by a growing factor',
    continuations(terms) {
      const steps = differences(terms)
      const growth = differences(ratios(steps))
      const holds =
        growth.length >= 3 && growth.every((each) => Number.isFinite(each) && near(each, growth[0] as number))
      return holds ? [last(terms) + last(steps) * (last(ratios(steps)) + (growth[0] as number))] : []
    },
  },
  {
    name: 'factors of two strands',
    continuations: (terms) =>
      terms.length >= 7 && !terms.includes(0) ? ofStrands(ratios(terms), 2).map((ratio) => last(terms) * ratio) : [],
  },
]

/** All whole numbers that one of these rules gives next. */
export function wideContinuationsOf(terms: Terms): number[] {
  const found = wideSeriesRules.flatMap((rule) => rule.continuations(terms))
  return [...new Set(found.filter(isWhole).map(Math.round))]
}
