import './zod-jitless.ts'
import * as z from 'zod/mini'

/** What a step of the timing is. Their places in this list are stored: it may grow by one at its end, and never change. */
export const stepKinds = ['shown', 'answered', 'resumed'] as const

/** More than anybody walks to and fro in a paper; from then on no more are noted. */
export const mostSteps = 400
/** Milliseconds: thirty days. */
const longestExam = 2_592_000_000

/**
 * A question came on the screen, its answer was changed, or (`resumed`) the page was opened again, so that only the wall
 * clock knows how much time lies before. `place`: of the question in its paper, from 0. `at`: milliseconds since this device
 * showed the paper for the first time, by its monotonic clock; the device leaves the exam's pauses out.
 */
export const Step = z.object({
  what: z.enum(stepKinds),
  place: z.number().check(z.int(), z.minimum(0), z.maximum(499)),
  at: z.number().check(z.int(), z.minimum(0), z.maximum(longestExam)),
})
export type Step = z.output<typeof Step>

/** The steps of one device in their order, which its clock never contradicts. For calibration, and for what a grade says of haste. */
export const Timing = z.array(Step).check(
  z.maxLength(mostSteps),
  z.refine((steps) => steps.every(({ at }, i) => i === 0 || at >= steps[i - 1]!.at)),
)
export type Timing = z.output<typeof Timing>
