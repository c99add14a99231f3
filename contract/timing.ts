import './zod-jitless.ts'
import * as z from 'zod/mini'

/** The kinds of steps. Stored timings use their places in this list, so it may only grow at its end, by one. */
export const stepKinds = ['shown', 'answered', 'resumed'] as const

/** More steps than any person takes in a paper. A device notes no more after these. */
export const mostSteps = 400
/** Thirty days, in ms. */
const longestExam = 2_592_000_000

/**
 * A question came on the screen, its answer changed, or the page was opened again (`resumed`): then only the wall clock knows
 * the time before. `place`: of the question in its paper, from 0. `at`: milliseconds since this device first showed the
 * paper, by its monotonic clock, without the exam's pauses.
 */
export const Step = z.object({
  what: z.enum(stepKinds),
  place: z.number().check(z.int(), z.minimum(0), z.maximum(499)),
  at: z.number().check(z.int(), z.minimum(0), z.maximum(longestExam)),
})
export type Step = z.output<typeof Step>

/** The steps of one device in the order of its clock, for calibration and for what a grade says of haste. */
export const Timing = z.array(Step).check(
  z.maxLength(mostSteps),
  z.refine((steps) => steps.every(({ at }, i) => i === 0 || at >= steps[i - 1]!.at)),
)
export type Timing = z.output<typeof Timing>
