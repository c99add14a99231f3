import type { FastifyInstance } from 'fastify'
import { tooMany } from '../load/entrance.ts'
import { Line, type LineLimits } from '../load/line.ts'
import { networkOf } from '../load/rate-limits.ts'

/**
 * How many calls begin in one turn of the event loop. Beginning one takes some tenths of a millisecond of this thread, and Node reads up to
 * a thousand connections in a turn. As many wait as there are connections at most.
 */
const beginnings: LineLimits = { atOnce: 4, waiting: 20_000, timeoutMs: 30_000 }

/**
 * Lets few calls begin in one turn of the event loop, networks in turns: everything else that the process does, replies of the database
 * above all, waits for one turn of the loop several times in a call, so a flood would delay each of these by as many calls as it sends
 * at once. Answers take turns apart from whatever else their network asks for. Must be installed behind what reads the caller's
 * address. Throws 503 `overloaded`.
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
