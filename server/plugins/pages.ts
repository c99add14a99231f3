import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routePatterns, testTypeInAddress } from '#contract/page-patterns.ts'
import { notFound } from '../failure.ts'
import type { Services } from '../services.ts'
import { pageCaching, sendAddressedPage } from './addressed-pages.ts'
import { findAsset } from './built-assets.ts'
import { allowInline } from './inline-parts.ts'
import { openPageClaims, type ReadShop } from './structured-data.ts'
import { installSearchEngines } from './search-engines.ts'

/** Prerendered pages; every other page is the empty shell, which the client fills. */
const drawnPages: Record<string, string> = { '/': 'index.html', '/examples': 'examples.html', '/login': 'login.html' }
const immutable = 'public, max-age=31536000, immutable'

/**
 * Serves the built client: hashed assets for ever (also of earlier builds), other files revalidated or for a day, and a page for
 * each path of the client. Another path that looks like a page gets the shell with 404; one that looks like a file, a bare 404.
 */
export async function installPages(app: FastifyInstance, services: Services, readShop: ReadShop): Promise<void> {
  const dist = join(services.config.projectRoot, 'dist')
  if (!existsSync(join(dist, 'shell.html'))) return

  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: true,
  })

  const isBuilt = (name: string) => isFileName(name) && existsSync(join(dist, 'assets', name))
  // Not rate-limited: a page takes dozens of files, a whole class loads them behind one address, and they cost next to nothing.
  const ofThisBuild = ({ params }: FastifyRequest) => isBuilt((params as { '*': string })['*'])
  const assets = { schema: { hide: true }, config: { rateLimit: { allowList: ofThisBuild } } }
  app.get<{ Params: { '*': string } }>('/assets/*', assets, async (request, reply) => {
    const name = request.params['*']
    if (isBuilt(name)) return reply.header('cache-control', immutable).sendFile(`assets/${name}`)
    return app.madeOnce.send(reply, { key: `asset ${name}`, version: 'for good', isAsked: true }, async () => {
      const asset = await findAsset(services.db, name)
      if (asset === undefined) throw notFound()
      return { body: asset.bytes, type: asset.contentType, headers: { 'cache-control': immutable } }
    })
  })

  installSearchEngines(app, services, { dist, readShop })
  const claimsOf = openPageClaims(services, dist, readShop)

  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = `/${request.params['*']}`
    if (/^\/(api|media|sandbox)\//.test(path)) return reply.callNotFound()
    if (path === '/sw.js' && services.config.retireWorker) return sendPlainFile(reply, dist, '/kill-switch.js')
    if (/\.[a-z0-9]+$/i.test(path)) return sendPlainFile(reply, dist, path)
    // People say this address aloud. It leads to the page that computes a score again.
    if (path === '/pererakhunok') return reply.redirect('/pererakhunok.html')
    if (!isKnown(path)) return sendUnknownPage(reply, dist)
    const page = drawnPages[path]
    // The log-in page depends on its query and was prerendered without one.
    const isDrawn = page !== undefined && !(path === '/login' && request.url.includes('?'))
    const file = isDrawn && existsSync(join(dist, page)) ? page : 'shell.html'
    allowInline(reply, join(dist, file))
    reply.header('cache-control', pageCaching)
    const claims = await claimsOf(path)
    if (file === page || claims !== null) {
      const origin = services.publicOrigin()
      return sendAddressedPage(reply, { file: join(dist, file), origin, path, claims })
    }
    return reply.type('text/html; charset=utf-8').sendFile(file)
  })
}

/** The addresses of pages as the client's router reads them: in any letter case, with or without a final slash. */
const known = Object.values(routePatterns).map((pattern) => {
  const parts = pattern.replace(':testType', testTypeInAddress).replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${parts}/?$`, 'i')
})
const isKnown = (path: string) => known.some((page) => page.test(path))

/** The client says that there is no such page and goes home (S2.09). The status says so to programs that run no script. */
function sendUnknownPage(reply: FastifyReply, dist: string): FastifyReply {
  allowInline(reply, join(dist, 'shell.html'))
  // With an ETag the file would be answered 304, that is, as a 404 without a body.
  const whole = { etag: false, lastModified: false, acceptRanges: false }
  return reply
    .code(404)
    .header('cache-control', pageCaching)
    .type('text/html; charset=utf-8')
    .sendFile('shell.html', whole)
}

/** A name as builds give it, without any folder. */
const isFileName = (name: string) => /^[\w-][\w.-]*\.\w+$/.test(name)

/** Scripts (the worker) and the manifest are revalidated at each request; icons are kept for a day. */
function sendPlainFile(reply: FastifyReply, dist: string, path: string): FastifyReply {
  const file = join(dist, path)
  if (!file.startsWith(`${dist}/`) || !existsSync(file) || path.endsWith('.br') || path.endsWith('.gz'))
    throw notFound()
  // The worker keeps prerendered pages by their files' names, with the policy that comes with them.
  if (path.endsWith('.html')) allowInline(reply, file)
  const fresh = /\.(js|webmanifest)$/.test(path) ? 'no-cache' : 'public, max-age=86400'
  return reply.header('cache-control', path.endsWith('.html') ? pageCaching : fresh).sendFile(path.slice(1))
}
