import type { Score } from '#contract/result.ts'
import { type Ability, estimateAbility, type ItemResponse } from './eap.ts'
import { shareBelow } from './normal.ts'

/** No score is printed beyond these, whatever the length: neither can our papers measure there. */
export const greatestIq = 149
export const leastIq = 51

/** Until items are calibrated on answers: the discrimination that is common to well-made ability items. */
export const priorDiscrimination = 1.2

/**
 * How far the prior difficulties may be off, in logits. `shared`: all items of a paper together, easier or harder than
 * supposed; this does not average out. `own`: each item by itself; this averages out over the items.
 */
const uncalibrated = { shared: 0.25, own: 0.6 }

export const population = 'теоретичний розподіл (середнє 100, відхилення 15), не вибірка населення'
export const calibration = 'орієнтовна оцінка'

/**
 * The IQ score of a paper: IQ = 100 + 15θ, θ by EAP, so already drawn to the mean; no further correction is due.
 *
 * `se` is in IQ points, and is wider than the posterior's: difficulties are priors, not calibrated, so their error adds
 * to it, se² = 15² · (psd² + shared² + own² / n) (the reason: Cheng & Yuan, 2010; the two figures are our own, cautious,
 * and go when items are calibrated). The 95 % interval is iq ± 1.96 · se, cut at 51 and 149.
 *
 * `iq` never passes what the paper can reach with all answers right or all wrong, and never 51 or 149.
 * `percentile` is the share of N(0,1) below the printed iq, to a tenth: of a theory, not of people.
 */
export function iqScore(responses: readonly ItemResponse[]): Score {
  const ability = estimateAbility(responses)
  const reach = reachableIq(responses)
  const se = standardError(ability, responses.length)
  const iq = clamp(iqOf(ability.theta), reach)
  const whole = { low: leastIq, high: greatestIq }
  return {
    iq,
    low: clamp(Math.round(iq - 1.96 * se), whole),
    high: clamp(Math.round(iq + 1.96 * se), whole),
    theta: rounded(ability.theta, 3),
    se: rounded(se, 2),
    percentile: Math.min(99.9, Math.max(0.1, rounded(100 * shareBelow((iq - 100) / 15), 1))),
    population,
    calibration,
  }
}

/** The least and the greatest IQ that these items can give: with no answer right, with all. */
export function reachableIq(responses: readonly ItemResponse[]): { low: number; high: number } {
  const withAll = (right: boolean) => iqOf(estimateAbility(responses.map((each) => ({ ...each, right }))).theta)
  return { low: Math.max(leastIq, withAll(false)), high: Math.min(greatestIq, withAll(true)) }
}

function standardError({ psd }: Ability, count: number): number {
  return 15 * Math.sqrt(psd ** 2 + uncalibrated.shared ** 2 + uncalibrated.own ** 2 / Math.max(1, count))
}

function iqOf(theta: number): number {
  return Math.round(100 + 15 * theta)
}

function clamp(value: number, { low, high }: { low: number; high: number }): number {
  return Math.min(high, Math.max(low, value))
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
