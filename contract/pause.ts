import * as z from 'zod/mini'
import { Instant, ours } from './scalars.ts'

/** How often an exam may be paused, and for how many minutes in all (decision 0133). */
export const mostPauses = 2
export const pauseMinutes = 150

/** A pause that an exam had, as its result tells it. */
export const PauseOfResult = z.object({ cause: z.string(), seconds: z.number() })
export type PauseOfResult = z.output<typeof PauseOfResult>
export const PausesOfResult = ours(z.array(PauseOfResult))

/** How an exam stands with its pauses. */
export const Pauses = ours(
  z.object({
    /** The pause that stands, and when it ends by itself; null: the clock runs. */
    current: z.nullish(z.object({ name: z.string(), cause: z.string(), since: Instant, until: Instant })),
    /** How many more may begin. */
    left: z.number(),
    /** Milliseconds of pause that are left now; of one that stands, until it ends by itself. */
    left_ms: z.number(),
  }),
)
export type Pauses = z.output<typeof Pauses>
