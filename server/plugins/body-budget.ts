import type { FastifyInstance } from 'fastify'
import { createBudget } from '../load/budget.ts'
import { networkOf } from '../load/rate-limits.ts'

/** What one address may send in a burst and for good: a school of 500 that submits at once sends some 3 MB. */
const bytes = { full: 16 * 1024 * 1024, perSecond: 512 * 1024 }

/**
 * Refuses bodies by their announced size, before they are read or parsed, once an address has sent too much: 429
 * `rate_limited`. One without an announced size counts as the largest that its route takes.
 */
export function installBodyBudget(app: FastifyInstance, factor: number): void {
  const { spend } = createBudget(factor, bytes)
  app.addHook('onRequest', async (request) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers
    const size = encoding === undefined ? Number(announced ?? 0) : request.routeOptions.bodyLimit
    // What is larger than its route takes is refused for that.
    if (size > 0) spend(networkOf(request.ip), Math.min(size, request.routeOptions.bodyLimit))
  })
}
