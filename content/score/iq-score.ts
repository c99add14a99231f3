import { namedScale } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { modelsBefore, scoringModel } from '#contract/score-model.ts'
import { estimateAbility, type ItemResponse } from './eap.ts'
import { shareBelow } from './normal.ts'

/** The interval is drawn within these, three deviations to either side; what reaches them is open there. */
const drawn = { low: 55, high: 145 }

/** Until items are calibrated on answers: the discrimination that is common to well-made ability items. */
export const priorDiscrimination = 1.2

/**
 * How far the prior difficulties may be off, in logits. `shared`: all items of a paper together, easier or harder than
 * supposed; this does not average out, and stands for the norm that is missing; chosen by simulation (decision 0048,
 * `npm run bench:score`), not from data. `own`: each item by itself; this averages out over the items. Published matrices with the very
 * same rules differ by .67, and what made them leaves .82 unexplained (Koch et al., 2022; decision 0138).
 */
export const uncalibrated = { shared: 0.75, own: 0.8 }

/** Papers of earlier generators are scored as they were. */
function rulesOf(generator: number) {
  const [third, fourth] = modelsBefore
  if (generator < 12) return { model: third, own: 0.6 }
  return { model: generator < 13 ? fourth : scoringModel, own: uncalibrated.own }
}

export type MadeScore = Score & { reliability: number }

export const population = 'теоретичний розподіл (середнє 100, відхилення 15), не вибірка населення'
export const calibration = 'орієнтовна оцінка'

/**
 * The IQ score of a paper: IQ = 100 + 15θ, θ by EAP, so already drawn to the mean; no further correction is due.
 *
 * `se` is in IQ points: se² = 15² · (psd² + shared² + own² / n). The posterior's psd is what would be left with known
 * difficulties (Cheng & Yuan, 2010, on what their error adds). It covers at least
 * 93 % of simulated people in every band of ability where all items are half a logit easier or harder than supposed, and on
 * average where they are off by N(0,1); content/manual/manual.en.md has the tables. `reliability` is 1 − psd², the share of
 * the variance between people that these answers tell, by the model. `generator` is the version that made the paper.
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
 * A level as it is named; `theta` in deviations, `se` in IQ points. The interval is the estimate ± 1.96 · se.
 *
 * `iq` lies between 70 and 130, with `iq_open` where the estimate lies beyond; `low` and `high` between 55 and 145, with
 * `low_open` and `high_open` where the interval reaches them. `percentile` is the share of N(0,1) below the printed iq,
 * to a tenth: of a curve, not of people.
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
