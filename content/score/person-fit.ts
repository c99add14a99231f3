import { type ItemResponse, probabilityOfRight } from './eap.ts'
import { halfKnown } from './half-known.ts'

/**
 * How well a pattern of answers fits the ability that it shows: lz* (Snijders, 2001), the standardised log-likelihood,
 * corrected for the ability being estimated from the same answers; here by its posterior mode under N(0,1), so with
 * r0 = −θ (Magis, Raîche & Béland, 2012). By the order of difficulties as far as it is known (half-known.ts): about N(0,1) for
 * who answers by an order that is half as supposed, narrower and above zero where it is wholly so, and far below zero where
 * hard questions are answered rightly and easy ones wrongly. 0 where fewer than two were answered.
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

/** Less is rounding: of questions that are all alike no pattern can be told. */
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

/** The ability at which the posterior is greatest. With guessing it may have two hills: the higher of a grid, then halved. */
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
