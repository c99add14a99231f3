import { namedScale } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { modelsBefore, scoringModel } from '#contract/score-model.ts'
import { estimateAbility, type ItemResponse } from './eap.ts'
import { shareBelow } from './normal.ts'

/** Bounds of a printed interval, three deviations to either side. An interval that reaches one is open there. */
const drawn = { low: 55, high: 145 }

/** The usual discrimination of well-made ability items, until answers calibrate ours. */
export const priorDiscrimination = 1.2

/**
 * Errors of the prior difficulties, in logits. `shared`: all items of a paper are easier or harder than supposed. This does
 * not average out, and covers the missing norm. Simulation chose it (decision 0048, `npm run bench:score`), not data. `own`:
 * one item by itself; this averages out. Published matrices with the very same rules differ by .67, and their features leave
 * .82 unexplained (Koch et al., 2022; decision 0138).
 */
export const uncalibrated = { shared: 0.75, own: 0.8 }

function rulesOf(generator: number) {
  const [third, fourth] = modelsBefore
  if (generator < 12) return { model: third, own: 0.6 }
  return { model: generator < 13 ? fourth : scoringModel, own: uncalibrated.own }
}

export type MadeScore = Score & { reliability: number }

export const population = 'теоретичний розподіл (середнє 100, відхилення 15), не вибірка населення'
export const calibration = 'орієнтовна оцінка'

/**
 * Computes the IQ score of a paper: IQ = 100 + 15θ. θ is the EAP estimate, already drawn to the mean, so nothing more is due.
 *
 * `se` is in IQ points: se² = 15² · (psd² + shared² + own² / n), n responses. psd is the error that known difficulties would
 * leave (Cheng & Yuan, 2010, on what their error adds). The interval covers at least 93 % of simulated people in every band
 * of ability if all items are half a logit easier or harder. It does so on average if each is off by N(0,1) (tables in
 * content/manual/manual.en.md). `reliability` is 1 − psd²: by the model, the share of the variance between people that these
 * answers explain. `generator` is the version that made the paper.
 */
export function iqScore(responses: readonly ItemResponse[], generator: number): MadeScore {
  const ability = estimateAbility(responses)
  const rules = rulesOf(generator)
  const { shared } = uncalibrated
  const se = 15 * Math.sqrt(ability.psd ** 2 + shared ** 2 + rules.own ** 2 / Math.max(1, responses.length))
  return {
    ...named(ability.theta, se),
    population,
    calibration,
    reliability: rounded(1 - ability.psd ** 2, 2),
    model: rules.model,
  }
}

/**
 * A level in the numbers that a result prints. `theta` is in deviations, `se` in IQ points, the interval is the estimate ±
 * 1.96 · se. `iq` is between 70 and 130; `iq_open` says on which side the estimate is beyond. `low` and `high` are between 55
 * and 145, with `low_open` and `high_open` where the interval reaches these. `percentile` is the share of N(0,1) below the
 * printed iq, to a tenth: of a curve, not of people.
 */
export function named(theta: number, se: number) {
  const estimate = Math.round(100 + 15 * theta)
  const iq = within(estimate, namedScale)
  const [low, high] = [Math.round(estimate - 1.96 * se), Math.round(estimate + 1.96 * se)]
  return {
    iq,
    low: within(low, drawn),
    high: within(high, drawn),
    theta: rounded(theta, 3),
    se: rounded(se, 2),
    percentile: rounded(100 * shareBelow((iq - 100) / 15), 1),
    iq_open: estimate > namedScale.high ? ('above' as const) : estimate < namedScale.low ? ('below' as const) : null,
    low_open: low <= drawn.low,
    high_open: high >= drawn.high,
  }
}

function within(value: number, { low, high }: { low: number; high: number }): number {
  return Math.min(high, Math.max(low, value))
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
