import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { overloaded } from '../failure.ts'

/** How late the process may be with everything, as a mean of `everyMs`. Milliseconds. */
const mostDelayMs = 2000
/**
 * An interval in which the loop got no turn counts as infinitely late, and within a second that is no flood: one start, or one
 * moment in which the machine did something else. Milliseconds.
 */
const everyMs = 5000

/**
 * Refuses everybody but who has begun, and who asks whether the process lives, while the process is late with everything: 503
 * `overloaded` with Retry-After (decision 0051).
 */
export function refuseWhenLate(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  let isLate = false
  const looks = setInterval(() => {
    // NaN where there was no turn.
    isLate = !(delays.mean / 1e6 <= mostDelayMs)
    delays.reset()
  }, everyMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(looks)
    delays.disable()
  })
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (isLate && config.isReserved !== true && config.isForBalancers !== true)
      throw overloaded('Сервер перевантажений. Спробуйте за кілька секунд.')
  })
}
