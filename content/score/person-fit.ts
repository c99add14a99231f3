import { type ItemResponse, probabilityOfRight } from './eap.ts'
import { halfKnown } from './half-known.ts'

/**
 * The fit of a pattern of answers to its ability: lz* (Snijders, 2001), the standardised log-likelihood, corrected for the
 * estimation of ability from the same answers. The ability is the posterior mode under N(0,1), so r0 = −θ (Magis, Raîche &
 * Béland, 2012). Difficulties are trusted as far as half-known.ts says. lz* is about N(0,1) if their true order is half the
 * supposed one, narrower and above zero if it is the supposed one. lz* is far below zero if hard questions are right and easy
 * ones wrong. 0 for fewer than two answers.
 */
export function personFit(answered: readonly ItemResponse[]): number {
  if (answered.length < 2) return 0
  const responses = halfKnown(answered)
  const theta = posteriorMode(responses)
  const parts = responses.map((response) => partAt(theta, response))
  const sumOf = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const drawn = sumOf(({ slope, weight }) => slope * weight) / sumOf(({ slope, variance }) => slope ** 2 / variance)
  const spread = sumOf(({ slope, variance, weight }) => (weight - (drawn * slope) / variance) ** 2 * variance)
  const fit = sumOf(({ residual, weight }) => residual * weight) - drawn * theta
  return spread > leastSpread ? fit / Math.sqrt(spread) : 0
}

/** A smaller spread is rounding: questions that are all alike show no pattern. */
const leastSpread = 1e-9

type Part = { residual: number; variance: number; slope: number; weight: number }

function partAt(theta: number, response: ItemResponse): Part {
  const p = probabilityOfRight(theta, response)
  const { discrimination, guessing, right } = response
  return {
    residual: (right ? 1 : 0) - p,
    variance: p * (1 - p),
    // dP/dθ of the three-parameter model.
    slope: (discrimination * (p - guessing) * (1 - p)) / (1 - guessing),
    weight: Math.log(p / (1 - p)),
  }
}

const reach = 6
const step = 0.1
const halvings = 30

/** The mode of the posterior. With guessing it may have two peaks, so a grid finds the higher one before the bisection. */
function posteriorMode(responses: readonly ItemResponse[]): number {
  const grid = Array.from({ length: Math.round((2 * reach) / step) + 1 }, (_, i) => -reach + step * i)
  const heights = grid.map((theta) => logPosterior(theta, responses))
  const best = grid[heights.indexOf(Math.max(...heights))]!
  let [low, high] = [best - step, best + step]
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (low + high) / 2
    if (slopeOfLogPosterior(middle, responses) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function logPosterior(theta: number, responses: readonly ItemResponse[]): number {
  return responses.reduce(
    (sum, response) => {
      const p = probabilityOfRight(theta, response)
      return sum + Math.log(response.right ? p : 1 - p)
    },
    -(theta ** 2) / 2,
  )
}

function slopeOfLogPosterior(theta: number, responses: readonly ItemResponse[]): number {
  return responses.reduce((sum, response) => {
    const { residual, slope, variance } = partAt(theta, response)
    return sum + (residual * slope) / variance
  }, -theta)
}
