import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { specifiedEndpoints } from '#contract/endpoints.ts'
import { routePatterns } from '#contract/page-patterns.ts'
import { bundles, faqEntries, tests } from '../../server/db/schema/catalog.ts'
import { builtAssets } from '../../server/db/schema/site.ts'
import { readManual } from '../../server/features/catalog/manual.ts'
import { rememberAssets } from '../../server/plugins/built-assets.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { renamedRelease } from '../support/release.ts'
import { until } from '../support/exam-calls.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

const day = 86_400_000

let server: TestServer
let daily: () => void
beforeAll(async () => {
  const rounds = vi.spyOn(globalThis, 'setInterval')
  server = await startTestServer()
  daily = rounds.mock.calls.find(([, period]) => period === day)![0] as () => void
  rounds.mockRestore()
})
afterAll(() => server.close())

const get = (address: string, init?: RequestInit) => fetch(server.origin + address, init)

/** Waits until a server knows what its shop sells: no page waits long for that. */
const isHeard = (origin: string) =>
  until(async () => (await (await fetch(`${origin}/tests/logichnij`)).text()).includes('og:title'))

const saidIn = (html: string) => (key: string) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)">`).exec(html)?.[1]?.replaceAll('&#39;', "'")

const dataOf = (html: string): any[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].map(([, data]) => JSON.parse(data!))

describe('a page', () => {
  it.each([
    ['/', 1],
    ['/examples', 1],
    ['/login', 1],
    ['/tests/logichnij', 0],
    ['/exam/1/some-purchase', 0],
    ['/bundles/usi-try', 0],
    ['/nothing/like/this', 0],
  ])(
    '%s has a strict policy that allows by hash its appearance script and its %i inline style sheets, and has no other inline code',
    async (address, inline) => {
      const response = await get(address)
      const html = await response.text()
      expect(response.status).toBe(address === '/nothing/like/this' ? 404 : 200)
      expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
      const policy = response.headers.get('content-security-policy')!
      expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';style-src 'self'[ ;]/)
      expect(policy).toContain("require-trusted-types-for 'script';trusted-types app-sw dompurify")
      expect(policy).not.toMatch(/unsafe|\*/)
      const drawn = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css]) => css!)
      expect(drawn).toHaveLength(inline)
      // The drawn page waits for no other file: its style sheets are listed for its code, and disabled.
      if (inline === 1) expect(html).not.toMatch(/<link[^>]*rel="stylesheet"(?![^>]*\bdisabled)/)
      for (const css of drawn) expect(policy).toContain(createHash('sha256').update(css).digest('base64'))
      const looks = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script!)
      expect(looks).toEqual([expect.stringContaining('appearance')])
      expect(policy).toContain(createHash('sha256').update(looks[0]!).digest('base64'))
      const rest = html.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '')
      expect(rest).not.toMatch(/<script(?![^>]*\b(src=|type="application\/(ld\+)?json"))|<style|\son\w+=|\sstyle=/)
    },
  )

  it.each([
    ['/', /Тестування IQ/],
    ['/examples', /Приклади/],
    ['/login', /Вхід/],
  ])('%s has the metadata for link previews and search engines, with absolute addresses', async (address, name) => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await get(address, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      const html = await response.text()
      const said = (key: string) => [
        ...html.matchAll(new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)">`, 'g')),
      ]
      for (const key of ['description', 'og:title', 'og:description', 'og:url', 'og:image', 'twitter:card']) {
        expect(said(key), `${key} of ${address}`).toHaveLength(1)
      }
      const valueOf = (key: string) => said(key)[0]![1]!
      expect(valueOf('og:title')).toMatch(name)
      expect(valueOf('og:description')).toBe(valueOf('description'))
      expect(valueOf('og:url')).toBe(server.origin + address)
      expect(html).toContain(`<link rel="canonical" href="${server.origin}${address}">`)
      const picture = await fetch(valueOf('og:image'))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      const head = new DataView(await picture.arrayBuffer())
      expect([head.getUint32(16), head.getUint32(20)]).toEqual([1200, 630])

      const again = await get(address, {
        headers: { 'accept-encoding': encoding, 'if-none-match': response.headers.get('etag')! },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('the registration page has a title, a description and a picture for its link preview', async () => {
    const html = await (await get('/register')).text()
    expect(html).toContain('<title>Реєстрація · Тестування IQ</title>')
    expect(html).toMatch(/<meta name="description" content="Обліковий запис[^"]+">/)
    expect(html).toMatch(/<meta property="og:title" content="Реєстрація/)
    expect(html).toContain(`<meta property="og:image" content="${server.origin}/link-preview.png">`)
  })

  it('the page of each test has its own title, summary and picture for link previews, from the database', async () => {
    await isHeard(server.origin)
    const sold = await server.services.db.select().from(tests)
    expect(sold.length).toBeGreaterThanOrEqual(6)
    const pictures = new Set<string>()
    for (const { slug, title, summary } of sold) {
      const html = await (await get(`/tests/${slug}`)).text()
      const said = saidIn(html)
      expect(html.match(/<title>(.*?)<\/title>/g)).toEqual([`<title>${title} · Тестування IQ</title>`])
      expect(said('og:title')).toBe(`${title} · Тестування IQ`)
      expect([said('description'), said('og:description')]).toEqual([summary, summary])
      // A guest sees a form to sign in here. The public page is the one to be found, and has the data.
      expect(html).toContain(`<link rel="canonical" href="${server.origin}/test/${slug}.html">`)
      expect(said('og:url')).toBe(`${server.origin}/test/${slug}.html`)
      expect(dataOf(html)).toEqual([])
      const picture = await fetch(said('og:image')!)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      const head = new DataView(await picture.arrayBuffer())
      expect([head.getUint32(16), head.getUint32(20)]).toEqual([1200, 630])
      pictures.add(said('og:image')!)
    }
    expect(pictures.size, 'a picture of its own each').toBe(sold.length)
  })

  it('the landing page names the organization to search engines, and /faq points them to the public page of questions', async () => {
    const [us] = dataOf(await (await get('/')).text())
    expect(us['@graph'].map((each: Record<string, unknown>) => each['@type'])).toEqual(['Organization', 'WebSite'])
    const faq = await (await get('/faq')).text()
    expect(dataOf(faq)).toEqual([])
    expect(faq).toContain(`<link rel="canonical" href="${server.origin}/pytannia.html">`)
  })

  it('hostile text in titles, answers and seller data cannot break a page, and an unknown test gets the plain page', async () => {
    const hostile = `"><script>alert(1)</script><!--<script>' & $& “x”`
    const twin = await startTestServer()
    const { seller } = twin.config
    twin.config.seller = { ...seller, name: hostile, taxNumber: hostile, address: hostile }
    try {
      await twin.services.db.update(tests).set({ title: hostile, summary: hostile }).where(eq(tests.slug, 'logichnij'))
      await twin.services.db.update(faqEntries).set({ topic: hostile, question: hostile, answer: hostile })
      await isHeard(twin.origin)
      const html = await (await fetch(`${twin.origin}/tests/logichnij`)).text()
      const inline = html.match(/<script[^>]*>/g)!.filter((script) => !script.includes('src='))
      expect(inline).toEqual(['<script>'])
      expect(html).not.toContain('<!--')
      for (const address of ['/test/logichnij.html', '/pytannia.html', '/ocinka-iq.html', '/manual.html']) {
        const read = await (await fetch(twin.origin + address)).text()
        expect(read.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">'])
        expect(read).not.toContain('<!--')
        expect(read).toContain('&quot;&gt;&lt;script&gt;alert(1)')
      }
      const [product] = dataOf(await (await fetch(`${twin.origin}/test/logichnij.html`)).text())
      expect(product).toMatchObject({ name: hostile, description: hostile })
      const plain = await (await fetch(`${twin.origin}/tests/none`)).text()
      expect(plain).not.toMatch(/og:|ld\+json/)
    } finally {
      await twin.close()
    }
  })

  it('the sitemap lists exactly the pages that guests can read, and every address in it opens', async () => {
    const robots = await (await get('/robots.txt')).text()
    expect(robots).toContain('Disallow: /api/')
    const sitemap = await fetch(/^Sitemap: (.+)$/m.exec(robots)![1]!)
    expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!)
    const sold = await server.services.db.select().from(tests)
    const ofTests = [...sold.map(({ slug }) => `/test/${slug}.html`), '/bundle/usi-try.html']
    const pages = ['/', '/examples', '/manual.html', '/ocinka-iq.html', '/pytannia.html', ...ofTests]
    expect(listed.toSorted()).toEqual(pages.map((page) => server.origin + page).toSorted())
    for (const loc of listed) {
      const response = await fetch(loc)
      expect([loc, response.status, response.headers.get('content-type')]).toEqual([
        loc,
        200,
        'text/html; charset=utf-8',
      ])
      expect(await response.text()).not.toContain('noindex')
    }
  })

  it.each(['/nothing', '/learn/1/2', '/profile/x', '/a%20b/test-result/1', '/tests/a/b', '/.env/x'])(
    '[S2.09] the unknown address %s gets the whole shell with 404, also for a conditional or range request',
    async (address) => {
      const shell = await (await get('/shell.html')).text()
      const first = await get(address)
      expect([first.status, first.headers.get('etag')]).toEqual([404, null])
      expect(await first.text()).toBe(shell)
      const again = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString(), range: 'bytes=0-9' }
      const second = await get(address, { headers: again })
      expect([second.status, await second.text()]).toEqual([404, shell])
    },
  )

  it('every route of the client answers 200, also with a capital letter, a trailing slash or a query', async () => {
    const parts: Record<string, string> = { testType: 'verbal', token: 'a-b_c' }
    for (const pattern of Object.values(routePatterns)) {
      const address = pattern.replaceAll(/:(\w+)/g, (_part, name: string) => parts[name] ?? 'x%20y')
      for (const form of [address, `${address}/`.replace('//', '/'), address.replace('/t', '/T'), `${address}?a=b`]) {
        expect([form, (await get(form)).status]).toEqual([form, 200])
      }
    }
  })

  it.each(['/assets/none.js', '/none.js', '/media/none.png', '/api/none/', '/sandbox/none'])(
    '%s gets a JSON 404 and never a page',
    async (address) => {
      const response = await get(address)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
    },
  )

  it.each([
    ['/reset-password/dWlk/secret', 'no-referrer'],
    ['/verify-email/dWlk/secret', 'no-referrer'],
    ['/confirm-email/dWlk/secret', 'no-referrer'],
    ['/keep-account/dWlk/secret', 'no-referrer'],
    ['/auth-callback?code=secret&state=x', 'no-referrer'],
    ['/shell.html', 'strict-origin'],
    ['/shell.html?__WB_REVISION__=1', 'strict-origin'],
    ['/purchases', 'strict-origin-when-cross-origin'],
    ['/login', 'strict-origin-when-cross-origin'],
  ])('[S2.04] [S25] %s is served with the referrer policy %s', async (address, policy) => {
    expect((await get(address)).headers.get('referrer-policy')).toBe(policy)
  })

  it.each(['br', 'gzip', 'identity'])(
    'the precached pages have the integrity that the service worker expects, in the encoding %s',
    async (encoding) => {
      const worker = readFileSync(path.join(dist, 'sw.js'), 'utf8')
      const pages = [...worker.matchAll(/"integrity":"([^"]+)","revision":"[^"]+","url":"([^"]+)"/g)]
      expect(pages.map(([, , url]) => url).sort()).toEqual(['examples.html', 'index.html', 'shell.html'])
      for (const [, integrity = '', url = ''] of pages) {
        const response = await get(`/${url}`, {
          integrity,
          redirect: 'error',
          headers: { 'accept-encoding': encoding },
        })
        expect([url, response.headers.get('content-encoding') ?? 'identity']).toEqual([url, encoding])
        expect(await response.text()).toContain('</html>')
      }
    },
  )

  it('the service worker and the manifest are served with Cache-Control: no-cache', async () => {
    for (const address of ['/sw.js', '/manifest.webmanifest']) {
      expect([address, (await get(address)).headers.get('cache-control')]).toEqual([address, 'no-cache'])
    }
  })
})

describe('a public page', () => {
  /** Reads a public page as a guest: nothing in it runs, and its policy lets in its own style alone. */
  async function read(address: string, origin = server.origin) {
    const response = await fetch(origin + address)
    const html = await response.text()
    expect([address, response.headers.get('content-type')]).toEqual([address, 'text/html; charset=utf-8'])
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; img-src 'self'; font-src 'self'; form-action 'none'/,
    )
    const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css]) => css!)
    expect(styles).toHaveLength(1)
    expect(policy).toContain(createHash('sha256').update(styles[0]!).digest('base64'))
    expect(html.replaceAll(/<script type="application\/ld\+json">/g, '')).not.toMatch(/<script|\son\w+=|\sstyle=/)
    expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/)
    return { html, text: textOf(html), status: response.status, headers: response.headers }
  }
  const textOf = (html: string) =>
    html
      .replace(/<head>[^]*<\/head>/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&#39;/g, "'")
      .replaceAll(/[\s\u00a0]+/g, ' ')

  it('the public page of each test shows its terms, price, seller and first step, and gives search engines the same data', async () => {
    const sold = await server.services.db.select().from(tests)
    const { seller } = server.config
    for (const { slug, title, summary, price, questionCount, durationMinutes, validityDays } of sold) {
      const { html, text, status, headers } = await read(`/test/${slug}.html`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(html).toContain(`<h1>${title}</h1>`)
      expect(html).toContain(`<title>${title} · Тестування IQ</title>`)
      expect(text).toContain(summary)
      expect(text).toContain(price === 0 ? 'Безкоштовно' : `${price / 100} ₴`)
      for (const fact of [`${questionCount} запитан`, `${durationMinutes} хвилин`, `${validityDays} днів доступу`]) {
        expect(text).toContain(fact)
      }
      expect(text).toMatch(/Як проходить/)
      const isFull = price > 0
      expect(html.includes(`href="/register?test=${slug}"`)).toBe(isFull)
      expect(html).toContain(`href="/?trial=${isFull ? `${slug}-proba` : slug}"`)
      // No link in its text asks a guest to sign in first.
      expect(html.match(/href="\/tests\/[^"]+"/g)).toEqual([`href="/tests/${slug}"`])
      expect(text.includes('14 днів на повернення всієї суми')).toBe(isFull)
      expect(text.includes('Усі три тести IQ · 399 ₴ на 98 ₴ дешевше, ніж окремо')).toBe(isFull)
      expect(html.includes('<a href="/bundle/usi-try.html">Усі три тести IQ · ')).toBe(isFull)
      expect(text).toContain(`Продавець: ${seller.name}, код ${seller.taxNumber}.`)

      const said = saidIn(html)
      expect(html).toContain(`<link rel="canonical" href="${server.origin}/test/${slug}.html">`)
      expect([said('og:url'), said('og:title')]).toEqual([
        `${server.origin}/test/${slug}.html`,
        `${title} · Тестування IQ`,
      ])
      expect([said('description'), said('og:description')]).toEqual([summary, summary])
      expect((await fetch(said('og:image')!)).status).toBe(200)
      const [product, ...others] = dataOf(html)
      expect(others).toEqual([])
      expect(product).toMatchObject({ '@type': 'Product', name: title, description: summary, image: said('og:image') })
      expect(product.offers).toMatchObject({
        '@type': 'Offer',
        url: `${server.origin}/test/${slug}.html`,
        price: (price / 100).toFixed(2),
        priceCurrency: 'UAH',
      })
    }
  })

  it('the public page of questions shows payment, refunds, every question and answer, the tests on sale and the offer', async () => {
    const { html, text, status, headers } = await read('/pytannia.html')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const { seller } = server.config
    expect(text).toContain(
      'Протягом 14 днів від оплати повернемо всю суму на ваш запит, без пояснень, якщо ви не почали жодного екзамену.',
    )
    for (const of of [seller.name, seller.taxNumber, seller.address, seller.phone]) expect(text).toContain(of)
    expect(html).toContain(`href="mailto:${seller.email}"`)
    expect(html).toContain('id="oplata"')
    const rows = await server.services.db.select().from(faqEntries).orderBy(faqEntries.position)
    const [faq] = dataOf(html)
    expect(faq['@type']).toBe('FAQPage')
    expect(faq.mainEntity).toEqual(
      rows.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    )
    // The data claim only what the page shows.
    for (const { question, answer } of rows) {
      expect(text).toContain(question)
      expect(text).toContain(answer.replaceAll(/\s+/g, ' '))
    }
    // The questions about money come first, unfolded.
    expect(/<details[^>]*>/.exec(html)![0]).toBe('<details open>')
    for (const { slug, title } of await server.services.db.select().from(tests)) {
      expect(html).toContain(`<a href="/test/${slug}.html">${title}</a>`)
    }
    expect(text).toMatch(/Договір публічної оферти Редакція [\d.]+ від \d+ \p{L}+ \d{4} р\./u)
    expect(text).toContain('5. Повернення коштів')
  })

  it('the public page of a bundle shows its tests, price, saving and terms, and an unpublished bundle gets 404', async () => {
    const twin = await startTestServer()
    try {
      const address = '/bundle/usi-try.html'
      const { html, text, status, headers } = await read(address, twin.origin)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(html).toContain('<h1>Усі три тести IQ</h1>')
      const about = '3 тести одним платежем, на 98 ₴ дешевше, ніж окремо.'
      expect(text).toContain(`${about} 399 ₴ замість 497 ₴ окремо`)
      for (const slug of ['verbalnij', 'abstraktnij', 'logichnij']) {
        expect(html).toContain(`<a href="/test/${slug}.html">`)
      }
      expect(text).toContain('14 днів на повернення всієї суми')
      expect(html).toContain('href="/register?bundle=usi-try"')
      expect(html).toContain('<a href="/bundles/usi-try">Увійти</a>')
      const said = saidIn(html)
      expect([said('og:url'), said('og:title')]).toEqual([twin.origin + address, 'Усі три тести IQ · Тестування IQ'])
      const [product] = dataOf(html)
      expect(product).toMatchObject({ '@type': 'Product', name: 'Усі три тести IQ', sku: 'usi-try' })
      expect(product.offers).toMatchObject({ price: '399.00', priceCurrency: 'UAH', url: twin.origin + address })

      // The client's page of the bundle has the same preview of its link.
      await isHeard(twin.origin)
      const shell = await (await fetch(`${twin.origin}/bundles/usi-try`)).text()
      expect(shell).toContain('<title>Усі три тести IQ · Тестування IQ</title>')
      expect(shell).toContain(`<link rel="canonical" href="${twin.origin}${address}">`)
      expect(saidIn(shell)('description')?.replaceAll('\u00a0', ' ')).toBe(about)

      await twin.services.db.update(bundles).set({ isPublished: false })
      const gone = await read(address, twin.origin)
      expect(gone.status).toBe(404)
      expect(gone.text).toContain('Такого комплекту зараз немає')
      expect(await (await fetch(`${twin.origin}/sitemap.xml`)).text()).not.toContain('/bundle/')
    } finally {
      await twin.close()
    }
  })

  it('a public page shows the current price, answers 304 to a reader who already has it, and links no unpublished bundle or sample', async () => {
    const twin = await startTestServer()
    try {
      const before = await read('/test/logichnij.html', twin.origin)
      expect(before.text).toContain('199 ₴')
      const again = () =>
        fetch(`${twin.origin}/test/logichnij.html`, { headers: { 'if-none-match': before.headers.get('etag')! } })
      expect((await again()).status).toBe(304)
      await twin.services.db.update(tests).set({ price: 1_249_50 }).where(eq(tests.slug, 'logichnij'))
      expect((await again()).status).toBe(200)
      const after = await read('/test/logichnij.html', twin.origin)
      expect(after.text).toContain('1 249,50 ₴')
      expect(dataOf(after.html)[0].offers.price).toBe('1249.50')
      // The bundle costs the same and spares more.
      expect(after.text).toContain('Усі три тести IQ · 399 ₴ на 1 148,50 ₴ дешевше, ніж окремо')
      const questions = await read('/pytannia.html', twin.origin)
      expect(questions.text).toContain('1 249,50 ₴')
      expect(questions.text).toContain('Усі три тести IQ · 399 ₴')
      expect(questions.html).toContain('<a href="/bundle/usi-try.html">Усі три тести IQ · ')
      await twin.services.db.update(bundles).set({ isPublished: false })
      for (const address of ['/test/logichnij.html', '/pytannia.html']) {
        expect((await read(address, twin.origin)).text).not.toContain('Усі три тести')
      }
      // It links to no sample that is unpublished or not free any more.
      await twin.services.db.update(tests).set({ price: 100 }).where(eq(tests.slug, 'logichnij-proba'))
      expect((await read('/test/logichnij.html', twin.origin)).html).not.toContain('logichnij-proba')
      await twin.services.db.update(tests).set({ price: 0 }).where(eq(tests.slug, 'logichnij-proba'))
      await twin.services.db.update(tests).set({ isPublished: false }).where(eq(tests.slug, 'logichnij-proba'))
      expect((await read('/test/logichnij.html', twin.origin)).html).not.toContain('logichnij-proba')
    } finally {
      await twin.close()
    }
  })

  it('a public page answers 404 for an unpublished test and 500 if the database fails, in Ukrainian and with no-store', async () => {
    const twin = await startTestServer()
    try {
      const { db } = twin.services
      await db.update(tests).set({ isPublished: false }).where(eq(tests.slug, 'logichnij'))
      for (const slug of ['logichnij', 'nemaie-takoho']) {
        const { html, text, status, headers } = await read(`/test/${slug}.html`, twin.origin)
        expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
        expect(text).toContain('Такого тесту немає')
        expect(html).toContain('<meta name="robots" content="noindex">')
        expect(html).not.toMatch(/og:|canonical|ld\+json/)
      }
      expect(await (await fetch(`${twin.origin}/sitemap.xml`)).text()).not.toContain('/test/logichnij.html')
      expect((await read('/pytannia.html', twin.origin)).html).not.toContain('/test/logichnij.html')
      await db.execute(sql`alter table tests rename to tests_elsewhere`)
      await db.execute(sql`alter table certificates rename to certificates_elsewhere`)
      const certificate = `/sertyfikat/${'a'.repeat(22)}.html`
      for (const address of ['/test/verbalnij.html', '/pytannia.html', certificate]) {
        const { text, status, headers } = await read(address, twin.origin)
        expect([address, status, headers.get('cache-control')]).toEqual([address, 500, 'no-store'])
        expect(text).toContain('Сторінка не відкрилася')
        expect(text).toContain('спробуйте за хвилину')
      }
    } finally {
      await twin.close()
    }
  })

  it('the manual names its author and publisher from the settings, or else the seller, and every link in it opens', async () => {
    const { config, origin } = server
    const named = { ...config, manualAuthor: 'Оксана <b>', manualHouse: 'Дім' }
    for (const language of ['uk', 'en'] as const) {
      const { name } = config.seller
      expect(await readManual(config, language)).toMatchObject({ author: name, house: name })
      const { html, version, ...said } = await readManual(named, language)
      expect(said).toMatchObject({ language, author: 'Оксана <b>', house: 'Дім' })
      expect(html).toContain('Оксана &lt;b&gt;')
      expect(html).not.toMatch(/\{\{|Оксана <b>/)
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect([link, (await fetch(new URL(link, origin))).status]).toEqual([link, 200])
      const changes = html.slice(html.search(/Зміни цієї сторінки|Changes of this manual/))
      expect(/>(\d+\.\d+)</.exec(changes)![1], 'the newest of its changes').toBe(version)
    }
  })

  it('a public page exists only at its .html address, and allows only GET and HEAD', async () => {
    for (const address of ['/test/logichnij', '/test/logichnij/', '/test/a/b']) {
      expect([address, await (await get(address)).text()]).toEqual([address, expect.stringContaining('id="root"')])
    }
    for (const address of ['/test/logichnij.html', '/pytannia.html']) {
      const posted = await get(address, { method: 'POST' })
      expect([address, posted.status, posted.headers.get('allow')]).toEqual([address, 405, 'GET, HEAD'])
      expect((await get(address, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('a public page sets its font sizes in rem, so they follow the font size of the browser', async () => {
    const unknown = `/sertyfikat/${'a'.repeat(22)}.html`
    for (const address of ['/test/logichnij.html', '/pytannia.html', unknown, '/ocinka-iq.html']) {
      const [, css] = /<style>([^]*?)<\/style>/.exec(await (await get(address)).text())!
      expect([address, css!.match(/font(?:-size)?:[^;}]*\d(?:px|pt)\b/g)]).toEqual([address, null])
      expect(css).toMatch(/font-size: [\d.]+rem/)
    }
  })
})

describe('a hashed asset', () => {
  it('a hashed asset is immutable for the browser for a year, and the database keeps it for tabs open at the next deploy', async () => {
    await rememberAssets(server.services.db, dist)
    const name = readdirSync(path.join(dist, 'assets')).find((each) => each.endsWith('.js'))!
    const response = await get(`/assets/${name}`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const rows = await server.services.db.select({ path: builtAssets.path }).from(builtAssets)
    expect(rows.map((row) => row.path)).toContain(name)
  })

  it('[R22] an asset of a release that has run for months outlives the next release, and one that no build had for 31 days is deleted', async () => {
    const { db } = server.services
    await rememberAssets(db, dist)
    const name = readdirSync(path.join(dist, 'assets')).find((each) => each.endsWith('.js'))!
    const ofThisRelease = eq(builtAssets.path, name)
    const bytes = Buffer.from('export {}')
    for (const age of ['29', '31']) {
      await db.insert(builtAssets).values({ path: `page-${age}.js`, contentType: 'text/javascript', bytes })
    }
    await db.update(builtAssets).set({ lastBuiltAt: sql`now() - interval '31 days'` })
    await db
      .update(builtAssets)
      .set({ lastBuiltAt: sql`now() - interval '29 days'` })
      .where(eq(builtAssets.path, 'page-29.js'))
    daily()
    const isYoung = and(ofThisRelease, gt(builtAssets.lastBuiltAt, sql`now() - interval '1 day'`))
    await expect.poll(() => db.$count(builtAssets, isYoung), { timeout: 10_000 }).toBe(1)
    const next = renamedRelease(dist)
    await rememberAssets(db, next)
    rmSync(next, { recursive: true })
    expect(await db.$count(builtAssets, ofThisRelease)).toBe(1)
    const others = await db
      .select({ path: builtAssets.path })
      .from(builtAssets)
      .where(inArray(builtAssets.path, ['page-29.js', 'page-31.js']))
    expect(others).toEqual([{ path: 'page-29.js' }])
  })

  it('the server sends hashed scripts and styles with the Brotli compression of the build', async () => {
    const bare = readdirSync(path.join(dist, 'assets')).filter(
      (each) => /\.(js|css)$/.test(each) && statSync(path.join(dist, 'assets', each)).size >= 500,
    )
    for (const name of bare) {
      const { status, headers } = await get(`/assets/${name}`, { headers: { 'accept-encoding': 'br' } })
      expect([name, status, headers.get('content-encoding')]).toEqual([name, 200, 'br'])
      expect(Number(headers.get('content-length'))).toBe(statSync(path.join(dist, 'assets', `${name}.br`)).size)
    }
  })

  it('the server sends an asset of an earlier build from the database', async () => {
    await server.services.db
      .insert(builtAssets)
      .values({ path: 'page-OLD.js', contentType: 'text/javascript; charset=utf-8', bytes: Buffer.from('export {}') })
    const response = await get('/assets/page-OLD.js')
    expect([response.status, await response.text()]).toEqual([200, 'export {}'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
})

describe('the API page', () => {
  it('the OpenAPI document lists every call of the specification with its path and method', async () => {
    const document = (await (await get('/api/docs/openapi.json')).json()) as { paths: Record<string, object> }
    for (const { method, path: address, name } of specifiedEndpoints) {
      const operations = document.paths[address.replaceAll(/:(\w+)/g, '{$1}')] ?? {}
      expect([name, Object.keys(operations)]).toEqual([name, expect.arrayContaining([method.toLowerCase()])])
    }
    expect(await (await get('/api/docs/')).text()).toContain('POST /api/auth/login/')
  })
})
