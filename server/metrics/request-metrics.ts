import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Methods that some route serves. Whatever else is sent counts as one. */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])

/** Counts every answered request, and how long it took. */
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

/** The route's pattern: an address is as long as a stranger likes, and there are as many as they like. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  return url ?? 'unknown'
}
