import { differences, last, type SeriesRule, term } from './series-rule.ts'

/** Three steps by turns: + a, + b, + c, + a… */
export const roundOfThree: SeriesRule = {
  name: 'round-of-three',
  complexity: 3,
  continuations(terms) {
    const steps = differences(terms)
    const holds = steps.length >= 5 && steps.every((step, i) => i < 3 || step === term(steps, i - 3))
    return holds ? [last(terms) + term(steps, steps.length - 3)] : []
  },
}

/** xₙ₊₃ = xₙ + xₙ₊₁ + xₙ₊₂. */
export const sumOfThree: SeriesRule = {
  name: 'sum-of-three',
  complexity: 2,
  continuations(terms) {
    const sum = (i: number) => term(terms, i - 1) + term(terms, i - 2) + term(terms, i - 3)
    const holds = terms.length >= 6 && terms.every((value, i) => i < 3 || value === sum(i))
    return holds ? [sum(terms.length)] : []
  },
}

/** xₙ₊₂ = p·xₙ₊₁ + q·xₙ with p and q from 1 to 3, not both 1. */
export const weightedPair: SeriesRule = {
  name: 'weighted-pair',
  complexity: 3,
  continuations(terms) {
    if (terms.length < 5) return []
    return weights.flatMap(([p, q]) => {
      const next = (i: number) => p * term(terms, i - 1) + q * term(terms, i - 2)
      return terms.every((value, i) => i < 2 || value === next(i)) ? [next(terms.length)] : []
    })
  },
}

const weights = [1, 2, 3].flatMap((p) => [1, 2, 3].map((q) => [p, q] as const)).filter(([p, q]) => p + q > 2)
