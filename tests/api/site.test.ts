import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#content/item.ts'
import type { Question } from '#contract/question.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { findQuestions } from '../../server/features/exams/paper/paper-store.ts'
import { examples, legalTexts } from '../../server/db/schema/catalog.ts'
import { seed } from '../../server/seed/seed.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { order } from '../support/sandbox.ts'
import { openExam } from '../support/exam-calls.ts'

let server: TestServer
let guest: Person
beforeAll(async () => {
  server = await startTestServer()
  guest = new Person(server)
})
afterAll(() => server.close())

const texts = [
  ['privacy-policy', 'privacy_policy', 'Політика конфіденційності'],
  ['disclaimer', 'disclaimer', 'Застереження щодо результатів'],
  ['newsletter-agreement', 'agreement', 'Згода на отримання листів'],
  ['offer', 'offer', 'Договір публічної оферти'],
] as const

describe('the footer', () => {
  it('[S1.05] [S3.02] [S7.20] the footer shows the seller’s phone, e-mail, name and tax number, and the days for a refund', async () => {
    expect((await guest.get('/api/footer/')).body).toEqual({
      phone_number: '+380 44 000 00 00',
      email: 'p@iq.example',
      seller: { name: 'ФОП Приклад', tax_number: '3012345678', refund_days: 14 },
    })
  })
})

describe('legal texts', () => {
  it.each(texts)(
    '[S7.31] [S7.32] [S7.33] [S7.34] /api/%s/ returns its legal text under the key %s',
    async (path, wrapper, title) => {
      const { body } = await guest.get(`/api/${path}/`)
      expect(body[wrapper]).toMatchObject({ title, version: expect.stringMatching(/^\d+\.\d+-[0-9a-f]{12}$/) })
      expect(body[wrapper].content).toMatch(/<p>[\s\S]+<\/p>/)
      expect(body[wrapper].content).not.toMatch(/\{\{|<script|style=/)
    },
  )

  it('the offer names the seller, the place, the tax number, and how money comes back', async () => {
    const { content } = (await guest.get('/api/offer/')).body.offer
    for (const part of [
      'ФОП Приклад',
      'Київ',
      'ЄДРПОУ: 3012345678',
      '+380 44 000 00 00',
      'p@iq.example',
      'Повернення коштів',
    ]) {
      expect(content).toContain(part)
    }
  })

  it('[S3.10] legal texts come without personal data for a guest', async () => {
    for (const [path] of texts) {
      expect((await guest.get(`/api/${path}/`)).body).toMatchObject({ notification_count: 0, expired: [] })
    }
  })

  it('[S3.10] [S3.11] legal texts come with the caller’s own unread count and expired purchases, and nobody else’s', async () => {
    const person = await newcomer(server)
    await order(person, 'verbalnij-proba')
    const over = new Date('2025-03-05T10:00:00Z')
    const id = await givePurchase(server, person, 'logichnij', { expiresAt: over, live: false })
    for (const [path] of texts) {
      expect((await person.get(`/api/${path}/`)).body).toMatchObject({
        notification_count: 1,
        expired: [{ id, purchase_card_title: 'Логічний тест IQ', expiration_date: '2025-03-05T10:00:00.000Z' }],
      })
    }
    const other = await newcomer(server)
    expect((await other.get('/api/offer/')).body).toMatchObject({ notification_count: 0, expired: [] })
  })

  it('[S3.10] a person with an expired or forged token reads legal texts as a guest, and the catalogue answers 401 token_expired', async () => {
    const person = await newcomer(server)
    await order(person, 'verbalnij-proba')
    const past = { 'an expired': await expiredAccess(person), 'a forged': `${person.access}x`, 'a nonsense': 'x' }
    for (const [kind, token] of Object.entries(past)) {
      person.access = token
      for (const [path, wrapper, title] of texts) {
        const { status, body } = await person.get(`/api/${path}/`)
        expect([kind, path, status]).toEqual([kind, path, 200])
        expect(body).toMatchObject({ notification_count: 0, expired: [], [wrapper]: { title } })
      }
    }
    person.access = past['an expired']
    const catalogue = await person.get('/api/available-tests/')
    expect([catalogue.status, catalogue.body.code]).toEqual([401, 'token_expired'])
  })

  /** The person's access token, signed so that it ended ten minutes ago. */
  async function expiredAccess(person: Person): Promise<string> {
    const claims = JSON.parse(Buffer.from(person.access!.split('.')[1]!, 'base64url').toString())
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ ...claims, iat: now - 1200, exp: now - 600 })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(server.services.secrets.accessTokenKey)
  }

  it('the version of the offer fits into the 40 characters of a consent', async () => {
    const { version } = (await guest.get('/api/offer/')).body.offer
    expect(version.length).toBeLessThanOrEqual(40)
  })
})

describe('examples', () => {
  it('[S2.02] examples come with key and explanation, and cover all three types', async () => {
    const { body } = await guest.get('/api/examples/')
    expect(new Set(body.results.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['verbal', 'math', 'logic']),
    )
    for (const { question, right, explanation } of body.results) {
      if (question.options) expect(question.options.map(({ id }: { id: string }) => id)).toContain(right)
      else expect(right).toMatch(/\S/)
      expect(explanation).toMatch(/[а-яіїєґ]/i)
    }
  })
})

describe('the pool of examples', () => {
  it('examples, exams and trainings of three tests never ask the same question', async () => {
    const person = await newcomer(server)
    for (const slug of ['verbalnij', 'abstraktnij', 'logichnij']) {
      const id = await givePurchase(server, person, slug)
      await openExam(person, id)
      await person.get(`/api/test-meta/${id}/`)
    }
    const { db } = server.services
    const published = (await db.select({ item: examples.item }).from(examples)).flatMap(({ item }) =>
      asked([(item as Item).question]),
    )
    const drawnFor = async (mode: string) => {
      const theirs = and(eq(attempts.userId, person.userId!), eq(attempts.mode, mode))
      const made = await db.select({ id: attempts.id }).from(attempts).where(theirs)
      return asked((await Promise.all(made.map(async ({ id }) => (await findQuestions(db, id))!))).flat())
    }
    const [exam, training] = [await drawnFor('exam'), await drawnFor('training')]
    expect([published.length, exam.length, training.length]).toEqual([9, 90, 90])
    const all = [...published, ...exam, ...training]
    expect(new Set(all).size).toBe(all.length)
  })
})

/** Each question's subject, independent of the options' order: an analogy's asked word, else the prompt with figure or words. */
function asked(questions: readonly Question[]): string[] {
  return questions.map(({ prompt, figure, options }) => {
    const analogy = /\n(.+) — \?$/.exec(prompt)?.[1]
    const words = (options ?? []).map(({ text }) => text).sort()
    return analogy ?? JSON.stringify([prompt.replace(' Запишіть його цифрами.', ''), figure?.alt ?? words])
  })
}

describe('questions and answers', () => {
  it('[S1.04] the site has at least ten questions and answers, in Ukrainian', async () => {
    const { body } = await guest.get('/api/faq/')
    expect(body.count).toBeGreaterThanOrEqual(10)
    for (const entry of body.results) expect(`${entry.question}${entry.answer}`).not.toMatch(/[ыэёъ]/)
  })
})

describe('the seed', () => {
  it('the seed runs again, three times at the same time, and changes nothing', async () => {
    const { services } = server
    const before = await guest.get('/api/available-tests/')
    const legalBefore = await services.db.select().from(legalTexts)
    await Promise.all([seed(services, null), seed(services, null), seed(services, null)])
    expect((await guest.get('/api/available-tests/')).body).toEqual(before.body)
    expect(await services.db.select().from(legalTexts)).toEqual(legalBefore)
  })

  it('the seed makes a demo account once, with a paid test, and updates its password', async () => {
    const email = 'demo@iq.example'
    for (const password of ['перший пароль 1', 'перший пароль 1', 'другий пароль 2']) {
      await seed(server.services, { email, password })
      const demo = new Person(server)
      const { body } = await demo.post('/api/auth/login/', { email, password })
      demo.access = body.access
      const shelf = (await demo.get('/api/owned-tests/')).body
      expect(shelf).toMatchObject({ count: 1, results: [{ status: 'paid', test: { slug: 'verbalnij' } }] })
    }
  })

  it('the seed treats a text that differs only by its apostrophes as the same edition, and corrects it', async () => {
    const { services } = server
    const shown = (await guest.get('/api/offer/')).body.offer
    expect(shown.content).toContain('зв’язок')
    const isShown = eq(legalTexts.version, shown.version)
    const contentHtml = shown.content.replaceAll('’', "'")
    const digest = createHash('sha256').update(`${shown.title}\n${contentHtml}`).digest('hex')
    expect(shown.version).toContain(`-${digest.slice(0, 12)}`)
    await services.db.update(legalTexts).set({ contentHtml }).where(isShown)
    expect((await guest.get('/api/offer/')).body.offer.content).toContain("зв'язок")
    await seed(services, null)
    expect((await guest.get('/api/offer/')).body.offer).toEqual(shown)
  })

  it('the seed publishes a new version of the offer when the seller’s details change, and keeps the old one', async () => {
    const { services } = server
    const before = (await guest.get('/api/offer/')).body.offer
    const seller = { ...services.config.seller, address: 'м. Львів, <вул. Нова>, 2' }
    await seed({ ...services, config: { ...services.config, seller } }, null)
    const after = (await guest.get('/api/offer/')).body.offer
    expect(after.version).not.toBe(before.version)
    expect(after.content).toContain('м. Львів, &lt;вул. Нова&gt;, 2')
    await seed(services, null)
    const { title, content, version } = before
    expect((await guest.get('/api/offer/')).body.offer).toMatchObject({ title, content, version })
  })
})
