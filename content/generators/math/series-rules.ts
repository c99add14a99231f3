/**
 * The grammar of number series. A rule makes a series from its parameters, and, for the proof of uniqueness, finds
 * itself in any given series: `continuations` are the next terms of all series of the rule that begin with these terms.
 * A rule counts as found only when at least two terms confirm it beyond those that determine its parameters.
 */
export type SeriesRule = {
  name: string
  /** Operations that a person must hold at once. The proof looks at every rule of the same or a lower complexity. */
  complexity: number
  continuations(terms: readonly number[]): number[]
}

const term = (terms: readonly number[], i: number) => terms[i] as number
export const differences = (terms: readonly number[]) => terms.slice(1).map((value, i) => value - term(terms, i))
const allEqual = (values: readonly number[]) => values.every((value) => value === values[0])
const last = (terms: readonly number[]) => term(terms, terms.length - 1)

/** x, x + d, x + 2d… */
const linear: SeriesRule = {
  name: 'linear',
  complexity: 1,
  continuations(terms) {
    const steps = differences(terms)
    return terms.length >= 4 && allEqual(steps) ? [last(terms) + term(steps, 0)] : []
  },
}

/** x, xr, xr²… with an integer or a halving-like ratio. */
const geometric: SeriesRule = {
  name: 'geometric',
  complexity: 1,
  continuations(terms) {
    const [first, second] = [term(terms, 0), term(terms, 1)]
    if (terms.length < 4 || first === 0) return []
    const holds = terms.slice(1).every((value, i) => value * first === term(terms, i) * second)
    const next = (last(terms) * second) / first
    return holds && Number.isInteger(next) ? [next] : []
  },
}

/** Differences make an arithmetic series. */
const quadratic: SeriesRule = {
  name: 'quadratic',
  complexity: 2,
  continuations(terms) {
    const steps = differences(terms)
    const second = differences(steps)
    return terms.length >= 5 && allEqual(second) ? [last(terms) + last(steps) + term(second, 0)] : []
  },
}

/** xₙ₊₁ = r·xₙ + d. */
const affine: SeriesRule = {
  name: 'affine',
  complexity: 2,
  continuations(terms) {
    const steps = differences(terms)
    const ratio = term(steps, 1) / term(steps, 0)
    if (terms.length < 5 || !Number.isFinite(ratio)) return []
    const holds = steps.slice(1).every((step, i) => Math.abs(step - term(steps, i) * ratio) < 1e-9)
    const next = last(terms) + last(steps) * ratio
    return holds && isWhole(next) ? [Math.round(next)] : []
  },
}

/** xₙ₊₂ = xₙ + xₙ₊₁ + c. */
const sumOfTwo: SeriesRule = {
  name: 'sum-of-two',
  complexity: 2,
  continuations(terms) {
    const rests = terms.slice(2).map((value, i) => value - term(terms, i) - term(terms, i + 1))
    return terms.length >= 5 && allEqual(rests) ? [last(terms) + term(terms, terms.length - 2) + term(rests, 0)] : []
  },
}

/** xₙ₊₂ = xₙ₊₁ − xₙ or the product of the two. */
const otherPairs: SeriesRule = {
  name: 'other-pairs',
  complexity: 2,
  continuations(terms) {
    if (terms.length < 5) return []
    const pairs = [(a: number, b: number) => b - a, (a: number, b: number) => a - b, (a: number, b: number) => a * b]
    return pairs
      .filter((of) => terms.slice(2).every((value, i) => value === of(term(terms, i), term(terms, i + 1))))
      .map((of) => of(term(terms, terms.length - 2), last(terms)))
  },
}

type Step = { name: string; by: (from: number, to: number) => number[]; apply: (x: number, by: number) => number }
const steps: readonly Step[] = [
  { name: 'add', by: (from, to) => [to - from], apply: (x, by) => x + by },
  { name: 'multiply', by: (from, to) => (from === 0 ? [] : [to / from]), apply: (x, by) => x * by },
]

/** Two steps by turns: + a, × b, + a, × b… */
const alternating: SeriesRule = {
  name: 'alternating',
  complexity: 3,
  continuations(terms) {
    if (terms.length < 6) return []
    const found = (start: number) =>
      steps.flatMap((step) =>
        step
          .by(term(terms, start), term(terms, start + 1))
          .filter((by) =>
            terms.every(
              (value, i) => i % 2 !== start || i + 1 >= terms.length || near(step.apply(value, by), term(terms, i + 1)),
            ),
          )
          .map((by) => ({ step, by })),
      )
    if (found(0).length === 0 || found(1).length === 0) return []
    return found((terms.length - 1) % 2)
      .map(({ step, by }) => step.apply(last(terms), by))
      .filter(isWhole)
      .map(Math.round)
  },
}

/** The multiplier or the step grows by one each time: × k, × (k + 1)… */
const growingFactor: SeriesRule = {
  name: 'growing-factor',
  complexity: 3,
  continuations(terms) {
    if (terms.length < 5 || terms.includes(0)) return []
    const factors = terms.slice(1).map((value, i) => value / term(terms, i))
    const growth = differences(factors)
    const next = last(terms) * (last(factors) + term(growth, 0))
    return growth.every((by) => near(by, term(growth, 0))) && isWhole(next) ? [Math.round(next)] : []
  },
}

/** Third differences are equal: cubes and their shifts. */
const cubic: SeriesRule = {
  name: 'cubic',
  complexity: 3,
  continuations(terms) {
    const first = differences(terms)
    const second = differences(first)
    const third = differences(second)
    return terms.length >= 6 && allEqual(third) ? [last(terms) + last(first) + last(second) + term(third, 0)] : []
  },
}

/** Differences are made as sum-of-two or alternate in sign and grow: the rule of complexity 2 applied to the steps. */
const ruleOfSteps: SeriesRule = {
  name: 'rule-of-steps',
  complexity: 4,
  continuations(terms) {
    const own = differences(terms)
    return [geometric, affine, sumOfTwo].flatMap((rule) => rule.continuations(own)).map((step) => last(terms) + step)
  },
}

/** Two series that take turns, each linear or geometric; at least three terms of each are seen. */
const interleaved: SeriesRule = {
  name: 'interleaved',
  complexity: 3,
  continuations(terms) {
    if (terms.length < 7) return []
    const strand = (start: number) => terms.filter((_, i) => i % 2 === start)
    const ofStrand = (values: number[]) => [...shortLinear(values), ...shortGeometric(values)]
    if (ofStrand(strand(0)).length === 0 || ofStrand(strand(1)).length === 0) return []
    return ofStrand(strand(terms.length % 2))
  },
}

function shortLinear(terms: number[]): number[] {
  const own = differences(terms)
  return allEqual(own) ? [last(terms) + term(own, 0)] : []
}

function shortGeometric(terms: number[]): number[] {
  const ratio = term(terms, 1) / term(terms, 0)
  const holds = terms.slice(1).every((value, i) => near(value, term(terms, i) * ratio))
  return holds && isWhole(last(terms) * ratio) ? [Math.round(last(terms) * ratio)] : []
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b))
}

function isWhole(x: number): boolean {
  return Number.isFinite(x) && near(x, Math.round(x))
}

export const seriesRules: readonly SeriesRule[] = [
  linear,
  geometric,
  quadratic,
  affine,
  sumOfTwo,
  otherPairs,
  alternating,
  growingFactor,
  cubic,
  interleaved,
  ruleOfSteps,
]

/**
 * All next terms that some rule of the grammar, of at most this complexity, gives for these terms. One value: the
 * series is unambiguous. None: the grammar does not know it.
 */
export function continuationsOf(terms: readonly number[], complexity: number): number[] {
  const rules = seriesRules.filter((rule) => rule.complexity <= complexity)
  return [...new Set(rules.flatMap((rule) => rule.continuations(terms)))]
}
