import type { FastifyRequest } from 'fastify'
import { createBudget, strangersCalls } from '../load/budget.ts'
import type { Failure } from '../failure.ts'
import { tooMany } from '../load/entrance.ts'
import { Line } from '../load/line.ts'
import { networkOf } from '../load/rate-limits.ts'
import type { Services } from '../services.ts'

/**
 * Who calls must be known before the reserved lane lets a call in (decision 0091). What it takes is a look by an index, on
 * connections that serve nothing else.
 */
export interface Admission {
  /**
   * Whose attempt a ticket is for, by the ticket's hash; null where there is no such ticket. Throws 429 `rate_limited` where too
   * many of the address's calls have shown nobody, 503 `overloaded` where too many of its calls wait for this look.
   */
  ownerOf(request: FastifyRequest, ticketHash: string): Promise<string | null>
  /** Looks a session up, one at a time of a person. Throws what `look` throws, and 503 `overloaded`. */
  ofPerson<T>(request: FastifyRequest, userId: string, look: () => Promise<T>): Promise<T>
  /** Charges a call that shows nobody to its address. Throws `refusal`, or 429 `rate_limited` once there is too much of it. */
  turnAway(request: FastifyRequest, refusal: Failure): never
}

/**
 * As many at once as there are connections for it, one at a time of a person and of a network's unknown tickets. The wait is below
 * the 15 s after which clients give a call up. Many of one address may wait: a process that has just started knows none of a
 * school's tickets, and looks up each.
 */
export const looks = { atOnce: 2, waiting: 3000, timeoutMs: 8_000 }

export function createAdmission({ config, lookups, ticketOwners }: Services): Admission {
  const strangers = createBudget(config.limitFactor, strangersCalls)
  const line = new Line({ ...looks, waiting: Math.ceil(looks.waiting * config.limitFactor) }, tooMany)

  return {
    async ownerOf(request, ticketHash) {
      const known = ticketOwners.known(ticketHash)
      if (known !== undefined) return known
      const network = networkOf(request.ip)
      return line.runFor({ network, person: null }, async () => {
        // An unknown ticket is charged when its call is turned away; a known one costs the address nothing.
        strangers.requireLeft(network)
        return ticketOwners.read(lookups, ticketHash)
      })
    },
    ofPerson: (request, userId, look) => line.runFor({ network: networkOf(request.ip), person: userId }, look),
    turnAway(request, refusal) {
      strangers.spend(networkOf(request.ip))
      throw refusal
    },
  }
}
