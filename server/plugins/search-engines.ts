import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { manualPage, publicPages, scoringPage } from '#contract/public-pages.ts'
import { escapeHtml } from '../html/escape-html.ts'
import type { Draft } from '../load/made-once.ts'
import type { Services } from '../services.ts'
import { mostTests, type ReadShop } from './structured-data.ts'

/** Pages for guests, without those of tests and bundles. Sign-in forms are nothing to search for; all others need a log-in. */
const guestPages = ['/', '/examples', scoringPage, manualPage, publicPages.questions]
const anHour = 'public, max-age=3600'
const aDay = 'public, max-age=86400'

/** Serves `/sitemap.xml`, and `/robots.txt` with its address: both need absolute addresses, which the build does not know. */
export function installSearchEngines(
  app: FastifyInstance,
  services: Services,
  { dist, readShop }: { dist: string; readShop: ReadShop },
): void {
  const hidden = { schema: { hide: true } }
  app.get('/sitemap.xml', hidden, (_request, reply) => app.madeOnce.send(reply, { key: '/sitemap.xml' }, drawSitemap))

  async function drawSitemap(): Promise<Draft> {
    const onSale = (await readShop(mostTests)).map(({ kind, slug }) => publicPages[kind](slug))
    const addresses = [...guestPages, ...onSale].map((page) => escapeHtml(services.publicOrigin() + page))
    const urls = addresses.map((address) => `  <url><loc>${address}</loc></url>\n`).join('')
    const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
    return { body: sitemap, type: 'application/xml; charset=utf-8', headers: { 'cache-control': anHour } }
  }
  const robots = join(dist, 'robots.txt')
  if (!existsSync(robots)) return
  // A new build may come while the server runs.
  const version = () => `${services.publicOrigin()} ${statSync(robots).mtimeMs}`
  app.get('/robots.txt', hidden, (_request, reply) =>
    app.madeOnce.send(reply, { key: '/robots.txt', version: version() }, () => ({
      body: `${readFileSync(robots, 'utf8').trimEnd()}\n\nSitemap: ${services.publicOrigin()}/sitemap.xml\n`,
      type: 'text/plain; charset=utf-8',
      headers: { 'cache-control': aDay },
    })),
  )
}
