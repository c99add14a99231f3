import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { notFound } from '../failure.ts'

/** A picture, alone or in a page, runs and loads nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Serves the pictures of published texts from one folder. A name carries a digest of the content, so browsers keep it for good.
 * Pages of other hosts with this server as their API show them too. A missing picture is a 404, never a page.
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
      // A range beyond the file (RFC 9110, 15.5.17) is the one refusal with a status of its own.
      if (error.statusCode !== 416) throw error
      return reply.code(416).type('text/plain; charset=utf-8').send('Файл коротший.')
    })
    // A range of a file must not be compressed: it would no longer be that range.
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

/** The names that stored HTML may contain: no way up, no hidden file, no folder. */
function isPlainName(name: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)
}
