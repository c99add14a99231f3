import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundles, examples, faqEntries, legalTexts, siteSettings, tests } from '../../server/db/schema/catalog.ts'
import { signingKeys } from '../../server/db/schema/site.ts'
import { published } from '../../server/db/published-version.ts'
import { footerSetting } from '../../server/features/site/routes.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { guestAddresses } from '../support/guest-addresses.ts'
import { noteStatements } from '../support/sent-statements.ts'

/** Guests ask `server`; operators change what is published through the process `other`. */
let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ sharing: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const ask = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.origin + address, { headers })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}

describe('a reply that is alike for all, after another process has changed its data', () => {
  const db = () => other.services.db
  const ofLogic = eq(tests.slug, 'logichnij')
  const changes: [string, () => Promise<unknown>, string[], RegExp][] = [
    [
      'the price of a test',
      () => db().update(tests).set({ price: 777_00 }).where(ofLogic),
      [
        '/api/available-tests/',
        '/api/available-tests/?limit=50',
        '/api/search-tests/?search=логічний',
        '/api/bundles/',
        '/test/logichnij.html',
        '/pytannia.html',
      ],
      /\b777(?:00)?\b/,
    ],
    [
      'the words of a test',
      () => db().update(tests).set({ infoHtml: '<p>Інші слова</p>' }).where(ofLogic),
      ['/api/test-info/logichnij/', '/api/test-info/?slug=logichnij', '/test/logichnij.html'],
      /Інші слова/,
    ],
    [
      'the price of a bundle',
      () => db().update(bundles).set({ price: 333_00 }),
      ['/api/bundles/', '/bundle/usi-try.html', '/test/logichnij.html', '/pytannia.html'],
      /\b333(?:00)?\b/,
    ],
    [
      'an answer of the FAQ',
      () => db().update(faqEntries).set({ answer: 'Інша відповідь' }),
      ['/api/faq/', '/pytannia.html'],
      /Інша відповідь/,
    ],
    ['an example', () => db().update(examples).set({ type: 'інший вид' }), ['/api/examples/'], /інший вид/],
    [
      'the footer',
      () =>
        db()
          .update(siteSettings)
          .set({ value: { phone_number: '+380 44 111' } })
          .where(eq(siteSettings.name, footerSetting)),
      ['/api/footer/'],
      /\+380 44 111/,
    ],
    [
      'an edition of a legal text',
      () =>
        db()
          .insert(legalTexts)
          .values(
            (['privacy', 'disclaimer', 'newsletter', 'offer'] as const).map((kind) => ({
              kind,
              version: 'нова',
              title: 'Нова редакція',
              contentHtml: '<p>Новий текст</p>',
            })),
          ),
      ['/api/privacy-policy/', '/api/disclaimer/', '/api/newsletter-agreement/', '/api/offer/', '/pytannia.html'],
      /Новий текст/,
    ],
    [
      'a key of receipts',
      () => db().update(signingKeys).set({ kid: 'another-key' }).where(eq(signingKeys.purpose, 'receipt')),
      ['/api/receipts/keys/'],
      /another-key/,
    ],
    [
      'a key of certificates',
      () => db().update(signingKeys).set({ kid: 'a-later-key' }).where(eq(signingKeys.purpose, 'certificate')),
      ['/.well-known/did.json'],
      /a-later-key/,
    ],
  ]

  it.each(changes)(
    'the next request shows a change that another process has made: %s',
    async (_what, change, addresses, seen) => {
      const before = await Promise.all(addresses.map((address) => ask(address)))
      for (const [index, address] of addresses.entries()) {
        expect([address, before[index]!.status, seen.test(before[index]!.text)]).toEqual([address, 200, false])
      }
      await change()
      for (const [index, address] of addresses.entries()) {
        // The old tag gets the new reply, the new tag gets 304.
        const { etag } = before[index]!
        const after = await ask(address, etag === null ? {} : { 'if-none-match': etag })
        expect([address, after.status, seen.test(after.text)]).toEqual([address, 200, true])
        if (after.etag === null) continue
        const again = await ask(address, { 'if-none-match': after.etag })
        expect([address, again.status, again.text]).toEqual([address, 304, ''])
      }
    },
  )

  it('a test that another process withdraws is 404 at the next request, and 200 when it is published again', async () => {
    const addresses = ['/test/verbalnij.html', '/api/test-info/verbalnij/']
    const shown = async () => Promise.all(addresses.map(async (address) => (await ask(address)).status))
    const isListed = async () => (await ask('/sitemap.xml')).text.includes('/test/verbalnij.html')
    const publish = (isPublished: boolean) => db().update(tests).set({ isPublished }).where(eq(tests.slug, 'verbalnij'))
    expect([await shown(), await isListed()]).toEqual([[200, 200], true])
    await publish(false)
    expect([await shown(), await isListed()]).toEqual([[404, 404], false])
    await publish(true)
    expect([await shown(), await isListed()]).toEqual([[200, 200], true])
  })

  it('the next request shows that another process has inserted, deleted or replaced a row of the FAQ', async () => {
    const questions = async () => JSON.parse((await ask('/api/faq/')).text).count as number
    const before = await questions()
    const row = { id: 'нове', topic: 'Нове', question: 'Нове?', answer: 'Так.', position: 999 }
    await db().insert(faqEntries).values(row)
    expect(await questions()).toBe(before + 1)
    await db().delete(faqEntries).where(eq(faqEntries.id, 'нове'))
    expect(await questions()).toBe(before)
    await db()
      .insert(faqEntries)
      .values({ ...row, answer: 'Ні.' })
    expect((await ask('/api/faq/')).text).toContain('Ні.')
    await db().delete(faqEntries).where(eq(faqEntries.id, 'нове'))
  })
})

it('replies to guests read only tables whose changes raise the published version', async () => {
  const twin = await startTestServer({ rounds: 'by hand' })
  const sent = noteStatements()
  try {
    // Certificates are read at each request, and none is cached.
    for (const address of guestAddresses(twin).filter((each) => !each.startsWith('/sertyfikat/'))) {
      expect([address, (await fetch(twin.origin + address)).status]).toEqual([address, 200])
    }
    const read = sent
      .allBut(undefined as unknown as pg.Client)
      .flatMap(({ text }) => [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table!))
    const known = new Set<string>(published)
    expect(read.length).toBeGreaterThan(published.length)
    expect(read.filter((table) => !known.has(table))).toEqual([])
  } finally {
    sent.stop()
    await twin.close()
  }
})
