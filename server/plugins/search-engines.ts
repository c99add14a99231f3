import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** The pages that a guest can read; forms to sign in by are nothing to search for, and all others open after a log-in. */
const guestPages = ['/', '/examples', '/ocinka-iq.html']
const aDay = 'public, max-age=86400'

/** `/sitemap.xml`, and `/robots.txt` with its address: both need whole addresses, which the build does not know. */
export function installSearchEngines(app: FastifyInstance, services: Services, dist: string): void {
  const hidden = { schema: { hide: true } }
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const urls = guestPages.map((page) => `  <url><loc>${services.publicOrigin()}${page}</loc></url>\n`).join('')
    const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
    return reply.header('cache-control', aDay).type('application/xml; charset=utf-8').send(sitemap)
  })
  const robots = join(dist, 'robots.txt')
  if (!existsSync(robots)) return
  app.get('/robots.txt', hidden, async (_request, reply) => {
    const text = `${readFileSync(robots, 'utf8').trimEnd()}\n\nSitemap: ${services.publicOrigin()}/sitemap.xml\n`
    return reply.header('cache-control', aDay).type('text/plain; charset=utf-8').send(text)
  })
}
