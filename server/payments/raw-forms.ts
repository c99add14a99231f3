import type { FastifyInstance } from 'fastify'

/**
 * Makes bodies of one encapsulated plugin arrive as the exact bytes that were sent: a signature is over bytes, and what
 * was parsed and written again need not be the same.
 */
export function installRawForms(plugin: FastifyInstance): void {
  plugin.removeAllContentTypeParsers()
  plugin.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'application/json'],
    { parseAs: 'buffer', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, body),
  )
}
