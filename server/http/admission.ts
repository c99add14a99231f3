import type { FastifyRequest } from 'fastify'
import { createBudget, strangersCalls } from '../load/budget.ts'
import type { Failure } from '../failure.ts'
import { tooMany } from '../load/entrance.ts'
import { Line } from '../load/line.ts'
import { networkOf } from '../load/rate-limits.ts'
import type { Services } from '../services.ts'

/** Proves the caller of a reserved call before its lane admits it (decision 0091), on connections that serve nothing else. */
export interface Admission {
  /**
   * The owner of a ticket's attempt, by the ticket's hash; null if there is no such ticket. Throws 429 `rate_limited` if too
   * many calls of this address have proved no caller, 503 `overloaded` if too many of its calls wait for this lookup.
   */
  ownerOf(request: FastifyRequest, ticketHash: string): Promise<string | null>
  /** Runs `look`, which looks up a session, one at a time for each person. Throws what `look` throws, and 503 `overloaded`. */
  ofPerson<T>(request: FastifyRequest, userId: string, look: () => Promise<T>): Promise<T>
  /** Counts a call without a proven caller against its address; throws `refusal`, or 429 `rate_limited` beyond the budget. */
  turnAway(request: FastifyRequest, refusal: Failure): never
}

/**
 * One lookup for each connection, one at a time for each person and for a network's unknown tickets. The wait is below the 15 s
 * after which clients give up. 3,000 may wait: a process that has just started looks up each ticket of a school.
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
        // `turnAway` charges a call with an unknown ticket. A known ticket costs the address nothing.
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
