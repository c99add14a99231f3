import { LRUCache } from 'lru-cache'
import { rateLimited } from '../failure.ts'

/** Token buckets, one for each caller of this process, counted in calls or in bytes. */
export interface Budget {
  /** Takes `cost` tokens from the caller's bucket. Throws 429 `rate_limited` with the wait in seconds. */
  spend(caller: string, cost?: number): void
  /** Throws the same if less than one token is left. Takes nothing, and evicts no other caller from the cache. */
  requireLeft(caller: string): void
}

interface Bucket {
  left: number
  /** Milliseconds of the monotonic clock at which `left` was computed. */
  at: number
}

interface Size {
  full: number
  /** Tokens that come back in a second. */
  perSecond: number
}

/** The bucket of a person, and that of a person's answers. A page makes some ten calls, an exam at most four saves a second. */
const calls: Size = { full: 240, perSecond: 6 }
/** The bucket of an address: reserved calls without a proven caller, one lookup each at most. A school has some, not hundreds. */
export const strangersCalls: Size = { full: 600, perSecond: 50 }
/** Buckets in the cache. A real shop has fewer callers at the same time. A forgotten caller begins with a full bucket. */
export const callersKept = 20_000

/** @param factor multiplies size and refill */
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
