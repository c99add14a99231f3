import { testTypes } from '#contract/catalog.ts'
import type { OverallScore } from '#contract/overall-score.ts'
import { named, uncalibrated } from './iq-score.ts'

/** A «Загальний бал» is made of all tests that there are. */
type Test = (typeof testTypes)[number]

/**
 * Suppositions, not data. `correlation`: of true levels in two tests; batteries of reasoning have .5 to .8. `norm`: error of
 * a test's missing norm, in logits. With .77 one band has a coverage of 92.8 % if tests correlate by .5; with .79 each has 93 %.
 * `normShared`: the part of that error that all tests share. content/manual/manual.en.md says what follows if these are wrong
 * (`npm run bench:score -- overall`).
 */
export const overallRules = { version: '1', correlation: 0.65, norm: 0.79, normShared: 0.5 } as const

/** One test's newest score: `theta` in deviations, `reliability` is 1 − psd². */
export interface TestLevel {
  test: Test
  theta: number
  reliability: number
}

/**
 * Computes the overall score from a person's scores in two or three tests; null for fewer. It is the posterior of the
 * standardised sum of all three levels. The levels are N(0,1) and correlate as `overallRules` say, so the others also inform
 * a test that was not taken. `differences` has the pairs of tests whose scores are farther apart than chance and the missing
 * norms explain.
 *
 * se² = 15² · (v + k′Dk). v is the posterior's variance, k the weight of each test's answers in the estimate, D the error of
 * the norms: .79² for each, half of it common to all, and the error of single items as in a test's own score.
 */
export function overallScore(levels: readonly TestLevel[]): OverallScore | null {
  if (levels.length < 2) return null
  const inOrder = levels.toSorted((a, b) => testTypes.indexOf(a.test) - testTypes.indexOf(b.test))
  const answers = inOrder.map(answersOf)
  const { estimate, variance, weights } = posterior(answers)
  const sum = weights.reduce((all, each) => all + each, 0)
  const squares = weights.reduce((all, each) => all + each ** 2, 0)
  const { shared, item } = norm
  const error = shared * (overallRules.normShared * sum ** 2 + (1 - overallRules.normShared) * squares) + item * squares
  return {
    ...named(estimate, 15 * Math.sqrt(variance + error)),
    version: overallRules.version,
    tests: inOrder.map(({ test }) => test),
    differences: differencesOf(answers),
  }
}

/** What a test's answers say without the prior N(0,1): a level and the variance of its error. */
interface Answers {
  test: Test
  level: number
  variance: number
}

/** EAP is drawn to the mean of N(0,1). This undoes it, as far as the likelihood is normal. */
function answersOf({ test, theta, reliability }: TestLevel): Answers {
  return { test, level: theta / reliability, variance: (1 - reliability) / reliability }
}

/** Variances of θ for a paper of thirty questions. */
const norm = { shared: overallRules.norm ** 2, item: uncalibrated.own ** 2 / 30 }

/** Takes in the tests' answers one by one; `weights` are the weights of each in the estimate of the standardised sum. */
function posterior(answers: readonly Answers[]) {
  const correlation: number = overallRules.correlation
  const scale = 1 / Math.sqrt(testTypes.length * (1 + (testTypes.length - 1) * correlation))
  let covariance = testTypes.map((one) => testTypes.map((other) => (one === other ? 1 : correlation)))
  let weights = testTypes.map(() => answers.map(() => 0))
  for (const [which, { test, variance }] of answers.entries()) {
    const at = testTypes.indexOf(test)
    const total = covariance[at]![at]! + variance
    const gain = covariance.map((row) => row[at]! / total)
    const [before, seen] = [weights[at]!, covariance[at]!]
    weights = weights.map((row, i) => row.map((each, j) => each + gain[i]! * ((j === which ? 1 : 0) - before[j]!)))
    covariance = covariance.map((row, i) => row.map((each, j) => each - gain[i]! * seen[j]!))
  }
  const ofSum = answers.map((_, j) => scale * weights.reduce((sum, row) => sum + row[j]!, 0))
  return {
    estimate: ofSum.reduce((sum, weight, j) => sum + weight * answers[j]!.level, 0),
    variance: scale ** 2 * covariance.flat().reduce((sum, each) => sum + each, 0),
    weights: ofSum,
  }
}

/** Two-sided bounds of N(0,1), by the number of pairs: one person in twenty exceeds some bound by chance. */
const bounds = { 1: 1.96, 3: 2.394 }

function differencesOf(answers: readonly Answers[]): OverallScore['differences'] {
  const pairs = answers.flatMap((one, i) => answers.slice(i + 1).map((other) => [one, other] as const))
  const bound = pairs.length === 1 ? bounds[1] : bounds[3]
  return pairs.flatMap(([one, other]) => {
    const apart = one.level - other.level
    const norms = 2 * (norm.shared * (1 - overallRules.normShared) + norm.item)
    if (Math.abs(apart) <= bound * Math.sqrt(one.variance + other.variance + norms)) return []
    const [higher, lower] = apart > 0 ? [one, other] : [other, one]
    return [{ higher: higher.test, lower: lower.test }]
  })
}
