import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digest } from '../config/secrets.ts'

/**
 * What every visitor gets alike may be kept by browsers, if they ask each time whether it still holds: an ETag, and 304
 * for who has it. Everything else of the API keeps its `no-store`. Must be installed before any route, and before the
 * compression, for the tag is of what the handler said.
 */
export function installPublicReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isPublic(request, reply)) return done(null, payload)
    // Weak: the same text travels in several encodings.
    const etag = `W/"${digest(payload).slice(0, 32)}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (!knows(request, etag)) return done(null, payload)
    reply.code(304)
    done(null, null)
  })
}

function isPublic(request: FastifyRequest, reply: FastifyReply): boolean {
  const { endpointAuth } = request.routeOptions.config
  const isOpen = endpointAuth === 'none' || (endpointAuth === 'optional' && !request.headers.authorization)
  return isOpen && request.method === 'GET' && reply.statusCode === 200
}

function knows(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? ''
  return known.split(',').some((tag) => tag.trim() === etag)
}
