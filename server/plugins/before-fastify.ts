import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Gives each call that arrives to `step` before Fastify makes anything of it; `next` hands it on, at once or later. What is installed
 * last sees a call first. `app.inject` hands its calls to Fastify alone.
 */
export function beforeFastify(
  { server }: FastifyInstance,
  step: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): void {
  const [handle] = server.listeners('request') as [RequestListener]
  server.off('request', handle)
  server.on('request', (request, response) => step(request, response, () => handle(request, response)))
}
