import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Failure } from '../failure.ts'
import { networkOf } from '../load/rate-limits.ts'

/** Calls of one address. A school of 500 that submits together is not slowed down. Over a minute the flood limit is narrower. */
const usualPace = { atOnce: 600, perSecond: 200, mostWaitMs: 8_000 }
/** Addresses in the cache; a forgotten one begins again. */
const mostKept = 20_000

/**
 * Spreads the reserved calls of one address evenly, before their bodies are read. Thousands of calls read and refused in one go
 * would leave no turn of the event loop for others. A waiting call holds nothing, so a slow body delays nobody. Beyond the
 * longest wait: 429 `rate_limited` with Retry-After.
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

/** Milliseconds that the caller's next call waits. Throws 429 `rate_limited` if that is too long; such a call counts nothing. */
export function createPace(
  { atOnce, perSecond, mostWaitMs }: typeof usualPace,
  now: () => number = () => performance.now(),
): (caller: string) => number {
  const everyMs = 1000 / perSecond
  /** Milliseconds of the clock at which the next call would be due if no calls could pass at the same time. */
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
