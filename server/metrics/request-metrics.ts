import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Served methods. All others count as one. */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])

/** Counts answered requests and their durations. */
export function countRequests(app: FastifyInstance, { requests }: Pick<Metrics, 'requests'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      route: routeOf(request),
      method: methods.has(request.method) ? request.method : 'other',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    requests.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** The route's pattern: strangers can make addresses of any number and length. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  return url ?? 'unknown'
}
