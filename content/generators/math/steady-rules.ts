import { allEqual, differences, isWhole, last, near, type SeriesRule, term } from './series-rule.ts'

/** x, x + d, x + 2d… */
export const linear: SeriesRule = {
  name: 'linear',
  complexity: 1,
  continuations(terms) {
    const steps = differences(terms)
    return terms.length >= 4 && allEqual(steps) ? [last(terms) + term(steps, 0)] : []
  },
}

/** x, xr, xr²… with any ratio that makes the next term whole. */
export const geometric: SeriesRule = {
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

/** Differences form an arithmetic series. */
export const quadratic: SeriesRule = {
  name: 'quadratic',
  complexity: 2,
  continuations(terms) {
    const steps = differences(terms)
    const second = differences(steps)
    return terms.length >= 5 && allEqual(second) ? [last(terms) + last(steps) + term(second, 0)] : []
  },
}

/** xₙ₊₁ = r·xₙ + d. */
export const affine: SeriesRule = {
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
export const sumOfTwo: SeriesRule = {
  name: 'sum-of-two',
  complexity: 2,
  continuations(terms) {
    const rests = terms.slice(2).map((value, i) => value - term(terms, i) - term(terms, i + 1))
    return terms.length >= 5 && allEqual(rests) ? [last(terms) + term(terms, terms.length - 2) + term(rests, 0)] : []
  },
}

/** xₙ₊₂ = xₙ₊₁ − xₙ, xₙ − xₙ₊₁ or the product of the two. */
export const otherPairs: SeriesRule = {
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

/** The factor grows by the same number each time: × k, × (k + 1)… */
export const growingFactor: SeriesRule = {
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
export const cubic: SeriesRule = {
  name: 'cubic',
  complexity: 3,
  continuations(terms) {
    const first = differences(terms)
    const second = differences(first)
    const third = differences(second)
    return terms.length >= 6 && allEqual(third) ? [last(terms) + last(first) + last(second) + term(third, 0)] : []
  },
}
