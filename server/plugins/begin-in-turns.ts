import type { FastifyInstance } from 'fastify'
import { tooMany } from '../load/entrance.ts'
import { Line, type LineLimits } from '../load/line.ts'
import { networkOf } from '../load/rate-limits.ts'
import { connectionsFor } from './bound-connections.ts'

/**
 * How many calls begin in one turn of the event loop; Node reads up to a thousand connections in one. A call of each connection that
 * there may be has room to wait.
 */
export const beginnings: LineLimits = { atOnce: 4, waiting: connectionsFor(null), timeoutMs: 30_000 }

/**
 * Lets few calls begin in one turn of the event loop, networks in turns. A call waits for several turns of the loop: for its body, for
 * each reply of the database. Without this bound a flood would make every one of these turns as long as all its calls together.
 * Answers take turns apart from whatever else their network asks for. Must be installed behind what reads the caller's address.
 * Throws 503 `overloaded`.
 */
export function beginInTurns(app: FastifyInstance): void {
  const line = new Line(beginnings, tooMany)
  app.addHook('onRequest', async ({ ip, routeOptions: { config } }) => {
    const network = networkOf(ip)
    const leave = await line.enterFor({
      network: config.isReserved === true ? `answers of ${network}` : network,
      person: null,
    })
    setImmediate(leave)
  })
}
