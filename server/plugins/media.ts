import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { notFound } from '../failure.ts'

/** A picture is looked at, alone or in a page; whatever it carries, it runs and loads nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * The pictures of published texts, from one folder. A picture never changes under its name (names carry a digest of
 * their content), so browsers keep it for good. Pages of other hosts that use this server as their API show them too.
 * What is not there is a 404 like any other, never a page.
 */
export async function installMedia(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (media) => {
    await media.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      dotfiles: 'ignore',
      cacheControl: true,
      maxAge: '365d',
      immutable: true,
    })
    media.setErrorHandler<FastifyError>((error, _request, reply) => {
      // A part that the file does not have (RFC 9110, 15.5.17) is the one refusal with a status of its own.
      if (error.statusCode !== 416) throw error
      return reply.code(416).type('text/plain; charset=utf-8').send('Файл коротший.')
    })
    // Compressed on the fly, a part of a file would no longer be that part.
    const options = { schema: { hide: true }, compress: false as const }
    media.get<{ Params: { '*': string } }>('/media/*', options, async (request, reply) => {
      const name = request.params['*']
      if (!isPlainName(name)) throw notFound()
      return reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', picturePolicy)
        .sendFile(name)
    })
  })
}

/** The same names that stored HTML may speak of; no way up, no hidden files, no folders. */
function isPlainName(name: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)
}
