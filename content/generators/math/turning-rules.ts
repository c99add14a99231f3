import { allEqual, differences, isWhole, last, near, type SeriesRule, term } from './series-rule.ts'
import { affine, geometric, sumOfTwo } from './steady-rules.ts'

type Step = { name: string; by: (from: number, to: number) => number[]; apply: (x: number, by: number) => number }
const steps: readonly Step[] = [
  { name: 'add', by: (from, to) => [to - from], apply: (x, by) => x + by },
  { name: 'multiply', by: (from, to) => (from === 0 ? [] : [to / from]), apply: (x, by) => x * by },
]

/** Two steps by turns: + a, × b, + a, × b… */
export const alternating: SeriesRule = {
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

/** Two series that take turns, each linear or geometric, with at least three terms shown of each. */
export const interleaved: SeriesRule = {
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

/** The differences grow by a factor, by two operations or by sums, or are two rows that take turns. */
export const ruleOfSteps: SeriesRule = {
  name: 'rule-of-steps',
  complexity: 4,
  continuations(terms) {
    const own = differences(terms)
    const rules = [geometric, affine, sumOfTwo, interleaved]
    return rules.flatMap((rule) => rule.continuations(own)).map((step) => last(terms) + step)
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
