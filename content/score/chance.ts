import { probabilityOfRight } from './eap.ts'
import { halfKnown } from './half-known.ts'

/** Answers that come out so well by chance this often are taken for no better than chance: one guesser in twenty-five is missed. */
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

/** One given answer: the question's prior difficulty in logits, and the chance that a choice made without looking is right. */
export type ChosenAnswer = { difficulty: number; chance: number; right: boolean }

/**
 * The probability that who chose without looking would do at least as well with these answers. How well is not only how many
 * are right: who guesses is as often right in hard questions as in easy ones, who reads is not. So each right answer counts by
 * how much likelier it is of a reader one deviation below the mean than of a guesser (the most powerful test against that
 * reader, Neyman & Pearson), with the order of difficulties trusted by half. Exact for these weights; one more right answer
 * never makes it less unlikely.
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
/** Weights are whole numbers of this part of a unit of the log odds. */
const fineness = 8
/** Where nothing is right by chance, as of what is typed, one right answer proves enough; its weight stays finite. */
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

/** P(the sum of the weights of what is right ≥ `reached`), by adding one answer at a time. */
function tailFrom(reached: number, answers: readonly { chance: number; weight: number }[]): number {
  const shares = new Float64Array(answers.reduce((sum, { weight }) => sum + weight, 1))
  shares[0] = 1
  let greatest = 0
  for (const { chance, weight } of answers) {
    greatest += weight
    // From the greatest sum down: what is below is still of the answers before this one.
    for (let sum = greatest; sum >= weight; sum--) {
      shares[sum] = shares[sum]! * (1 - chance) + shares[sum - weight]! * chance
    }
    for (let sum = weight - 1; sum >= 0; sum--) shares[sum]! *= 1 - chance
  }
  return shares.subarray(Math.max(0, reached)).reduce((sum, each) => sum + each, 0)
}
