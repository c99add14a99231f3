import type { FastifyInstance } from 'fastify'

/** Gives one encapsulated plugin the exact bytes of its bodies, because a signature covers bytes, not parsed text. */
export function installRawForms(plugin: FastifyInstance): void {
  plugin.removeAllContentTypeParsers()
  plugin.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'application/json'],
    { parseAs: 'buffer', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, body),
  )
}
