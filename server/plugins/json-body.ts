import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON. An empty one is none: clients send the JSON content type with every call, also with those that
 * carry nothing. Keys that would reach a prototype are refused.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) done(null, undefined)
    // It answers through `done`; the promise in its type is that of other parsers.
    else void parse(request, body, done)
  })
}
