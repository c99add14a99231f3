import type { FastifyInstance } from 'fastify'
import { createBudget } from '../load/budget.ts'
import { networkOf } from '../load/rate-limits.ts'

/** Bytes of one address, in a burst and steadily. A school of 500 that submits at the same time sends some 3 MB. */
const bytes = { full: 16 * 1024 * 1024, perSecond: 512 * 1024 }

/** Refuses unread bodies of an address that sent too much: 429 `rate_limited`. Without a size, the route's largest counts. */
export function installBodyBudget(app: FastifyInstance, factor: number): void {
  const { spend } = createBudget(factor, bytes)
  app.addHook('onRequest', async (request) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers
    const size = encoding === undefined ? Number(announced ?? 0) : request.routeOptions.bodyLimit
    // A body larger than its route takes is refused for its size.
    if (size > 0) spend(networkOf(request.ip), Math.min(size, request.routeOptions.bodyLimit))
  })
}
