import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Failure } from '../failure.ts'
import { networkOf } from '../load/rate-limits.ts'

/**
 * Of one address, in calls: a school of 500 that submits at the same moment is not slowed down, and over a minute the limit
 * against floods is narrower than this rate.
 */
const usualPace = { atOnce: 600, perSecond: 200, mostWaitMs: 8_000 }
/** Addresses kept in mind; one that is forgotten begins again. */
const mostKept = 20_000

/**
 * Lets what comes at once from one address for the reserved connections pass evenly, before its body is read: thousands of calls
 * that are read and refused in one go would leave this process no turn for anybody else's. A call that waits holds nothing, so
 * a slow body delays nobody. Beyond the longest wait: 429 `rate_limited` with Retry-After.
 */
export function paceReserved(app: FastifyInstance, factor: number): void {
  const waitOf = createPace({
    ...usualPace,
    atOnce: usualPace.atOnce * factor,
    perSecond: usualPace.perSecond * factor,
  })
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (routeOptions.config.isReserved !== true) return
    const wait = waitOf(networkOf(ip))
    if (wait > 0) await pause(wait)
  })
}

/** How many milliseconds a caller's next call waits. Throws 429 `rate_limited` where that is too long; such a call takes no place. */
export function createPace(
  { atOnce, perSecond, mostWaitMs }: typeof usualPace,
  now: () => number = () => performance.now(),
): (caller: string) => number {
  const everyMs = 1000 / perSecond
  /** When the call after the last one would be due, if there were no calls at once. */
  const due = new LRUCache<string, number>({ max: mostKept })
  return (caller) => {
    const at = now()
    const next = Math.max(due.get(caller) ?? 0, at) + everyMs
    const wait = next - at - atOnce * everyMs
    if (wait > mostWaitMs) throw crowded(wait)
    due.set(caller, next)
    return Math.max(0, wait)
  }
}

const crowded = (waitMs: number) =>
  new Failure(429, 'rate_limited', 'З вашої мережі зараз надходить забагато запитів. Спробуйте за кілька секунд.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
