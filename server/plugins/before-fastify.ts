import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Gives each call to `step` before Fastify; `next` passes it on. The last installed step runs first. `app.inject` skips all. */
export function beforeFastify(
  { server }: FastifyInstance,
  step: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): void {
  const [handle] = server.listeners('request') as [RequestListener]
  server.off('request', handle)
  server.on('request', (request, response) => step(request, response, () => handle(request, response)))
}
