import { probabilityOfRight } from './eap.ts'
import { halfKnown } from './half-known.ts'

/** Answers that are this likely by chance count as no better than chance. This misses one guesser in twenty-five. */
export const greatestByChance = 0.04

/**
 * The probability that at least `right` of independent answers are right, each with its own chance: the upper tail of the
 * Poisson binomial distribution, exact.
 */
export function probabilityOfAtLeast(right: number, chances: readonly number[]): number {
  return tailFrom(
    right,
    chances.map((chance) => ({ chance, weight: 1 })),
  )
}

/** One given answer: the question's prior difficulty in logits, and the chance that a blind choice is right. */
export type ChosenAnswer = { difficulty: number; chance: number; right: boolean }

/**
 * The probability that a blind choice would do at least as well with these answers. Success is more than the number of right
 * answers: a guesser is as often right in hard questions as in easy ones, a reader is not. So a right answer weighs its log
 * odds for a reader one deviation below the mean, less those for a guesser. This is the most powerful test against that
 * reader (Neyman & Pearson), with the order of difficulties trusted by half. Exact for these weights; one more right answer
 * never raises the probability.
 */
export function probabilityOfSuchSuccess(answers: readonly ChosenAnswer[]): number {
  const weights = weightsOf(answers)
  const reached = answers.reduce((sum, { right }, i) => sum + (right ? weights[i]! : 0), 0)
  return tailFrom(
    reached,
    answers.map(({ chance }, i) => ({ chance, weight: weights[i]! })),
  )
}

/** The ability below which more and more papers look like guessing. */
const reader = { theta: -1, discrimination: 1.2 }
/** Weights are whole numbers of this fraction of a unit of the log odds. */
const fineness = 8
/** A typed answer is never right by chance, so one right answer proves enough; this keeps its weight finite. */
const leastChance = 0.02

function weightsOf(answers: readonly ChosenAnswer[]): number[] {
  const known = halfKnown(answers.map((answer) => ({ ...answer, discrimination: reader.discrimination })))
  return known.map(({ difficulty, discrimination, chance }) => {
    const guessing = Math.max(chance, leastChance)
    const read = probabilityOfRight(reader.theta, { difficulty, discrimination, guessing })
    return Math.max(1, Math.round(fineness * (logOdds(read) - logOdds(guessing))))
  })
}

const logOdds = (p: number) => Math.log(p / (1 - p))

/** P(the weights of the right answers sum to `reached` or more). Adds one answer at a time. */
function tailFrom(reached: number, answers: readonly { chance: number; weight: number }[]): number {
  const shares = new Float64Array(answers.reduce((sum, { weight }) => sum + weight, 1))
  shares[0] = 1
  let greatest = 0
  for (const { chance, weight } of answers) {
    greatest += weight
    // From the greatest sum down, so that smaller sums still hold the answers before this one.
    for (let sum = greatest; sum >= weight; sum--) {
      shares[sum] = shares[sum]! * (1 - chance) + shares[sum - weight]! * chance
    }
    for (let sum = weight - 1; sum >= 0; sum--) shares[sum]! *= 1 - chance
  }
  return shares.subarray(Math.max(0, reached)).reduce((sum, each) => sum + each, 0)
}
