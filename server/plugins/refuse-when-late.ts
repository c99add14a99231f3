import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { overloaded } from '../failure.ts'

/** Milliseconds of lateness, as a mean over `everyMs`. */
const mostDelayMs = 2000
/** Milliseconds. An interval without a turn counts as infinitely late; within one second that may be a start, not a flood. */
const everyMs = 5000

/** Refuses all but reserved calls and health checks while the event loop is late: 503 `overloaded` (decision 0051). */
export function refuseWhenLate(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  let isLate = false
  const looks = setInterval(() => {
    // NaN if the loop got no turn.
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
