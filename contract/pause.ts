import * as z from 'zod/mini'
import { Instant, ours } from './scalars.ts'

/** The number of pauses that an exam may have, and their minutes in all (decision 0133). */
export const mostPauses = 2
export const pauseMinutes = 150

/** A pause of an exam, as its result shows it. */
export const PauseOfResult = z.object({ cause: z.string(), seconds: z.number() })
export type PauseOfResult = z.output<typeof PauseOfResult>
export const PausesOfResult = ours(z.array(PauseOfResult))

/** The pauses of an exam at this moment. */
export const Pauses = ours(
  z.object({
    /** The running pause, and when it ends by itself; null if the clock runs. */
    current: z.nullish(z.object({ name: z.string(), cause: z.string(), since: Instant, until: Instant })),
    /** Number of pauses that may still begin. */
    left: z.number(),
    /** Milliseconds of pause that are left now; during a pause, until it ends by itself. */
    left_ms: z.number(),
  }),
)
export type Pauses = z.output<typeof Pauses>
