import type { FastifyInstance } from 'fastify'

/**
 * One line a request, with the route's pattern in place of its address: an address can carry a reset token, a query a
 * key, a body an answer, and none of them belongs into a log.
 */
export function installAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'served',
    )
  })
}
