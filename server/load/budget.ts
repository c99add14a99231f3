import { LRUCache } from 'lru-cache'
import { rateLimited } from '../failure.ts'

/** What each caller may ask of this process, in calls or in bytes: a bucket for each that refills steadily. */
export interface Budget {
  /** Takes `cost` (1 when left out) out of a caller's bucket. Throws 429 `rate_limited` with the wait in seconds. */
  spend(caller: string, cost?: number): void
  /** Throws the same where not even one call is left, and takes nothing; nor does a look keep a caller in mind at others' cost. */
  requireLeft(caller: string): void
}

interface Bucket {
  left: number
  /** When `left` was right, in milliseconds of the process's monotonic clock. */
  at: number
}

interface Size {
  full: number
  /** How fast a bucket refills. */
  perSecond: number
}

/**
 * Of a person, and of a person's answers. Nothing honest comes near it: a page asks some ten calls, an exam at most four saves
 * a second.
 */
const calls: Size = { full: 240, perSecond: 6 }
/**
 * Of an address, in calls for the reserved lane that show nobody: each costs a look at a ticket at the most. A school has
 * some whose tickets have ended; nobody honest has hundreds.
 */
export const strangersCalls: Size = { full: 600, perSecond: 50 }
/** Callers kept in mind; more at once are no shop's people. A caller that is forgotten begins with a full bucket. */
export const callersKept = 20_000

/** @param factor multiplies size and refill, as it does all limits */
export function createBudget(
  factor: number,
  { full, perSecond }: Size = calls,
  now: () => number = () => performance.now(),
): Budget {
  const buckets = new LRUCache<string, Bucket>({ max: callersKept })
  const size = full * factor
  const perMs = (perSecond * factor) / 1000

  const leftAt = (at: number, bucket: Bucket | undefined) =>
    bucket === undefined ? size : Math.min(size, bucket.left + (at - bucket.at) * perMs)
  const refusal = (missing: number) => rateLimited(Math.max(1, Math.ceil(missing / perMs / 1000)))

  return {
    spend(caller, cost = 1) {
      const at = now()
      const left = leftAt(at, buckets.get(caller))
      buckets.set(caller, { left: left < cost ? left : left - cost, at })
      if (left < cost) throw refusal(cost - left)
    },
    requireLeft(caller) {
      const left = leftAt(now(), buckets.peek(caller))
      if (left < 1) throw refusal(1 - left)
    },
  }
}
