import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { mails } from '../../server/db/schema/site.ts'
import { findPerson } from '../../server/features/operator/find-person.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, password, Person, registration } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const asWritten = 'olena@Приклад.УКР'
const asRead = 'olena@приклад.укр'
const inAscii = 'olena@xn--80aikifvh.xn--j1amh'
const spellings = [asWritten, inAscii.toUpperCase(), ` \u2068${asRead}\u2069\u00a0`]
const letters = async () => {
  const { toAddress, subject, textBody } = mails
  return server.services.db
    .select({ to: toAddress, subject, text: textBody })
    .from(mails)
    .orderBy(desc(mails.createdAt))
}

it('a person with a Cyrillic domain has one account under all its spellings, and reads the address in Cyrillic', async () => {
  const { db } = server.services
  const guest = new Person(server)
  const owner = await newcomer(server, asWritten)
  expect(owner.access).not.toBeNull()
  expect((await owner.get('/api/user/profile/')).body.email).toBe(asRead)
  expect((await owner.get('/api/user/export/')).body.account.email).toBe(asRead)
  expect((await letters()).map(({ to }) => to)).toEqual([inAscii])
  for (const email of spellings) {
    expect((await guest.post('/api/auth/register/', registration(email))).body.code).toBe('email_taken')
    expect((await guest.post('/api/auth/login/', { email, password })).status).toBe(200)
    expect((await findPerson(db, email)).account.id).toBe(owner.userId)
  }
  await guest.post('/api/auth/password/reset/', { email: asWritten })
  await until(async () =>
    (await letters()).some(({ to, subject }) => to === inAscii && subject.startsWith('Новий пароль')),
  )

  const other = await newcomer(server)
  const change = { new_email: asRead, password }
  expect((await other.post('/api/auth/email/change/', change)).body.code).toBe('email_taken')
  await db.update(users).set({ isVerified: true }).where(eq(users.id, other.userId!))
  await other.post('/api/auth/email/change/', { new_email: 'olena@пошта.Приклад.укр', password })
  const [toNew, toOld] = await letters()
  expect([toNew!.to, toOld!.to].sort()).toEqual(['olena@xn--80a1acn3a.xn--80aikifvh.xn--j1amh', other.email].sort())
  expect(`${toNew!.text}${toOld!.text}`).toContain('на olena@пошта.приклад.укр.')
})

it.each(['olena@при клад.укр', 'olena@приклад..укр', 'олена@приклад.укр', 'olena@укр'])(
  'the server refuses an invalid address with the ordinary sentence: %s',
  async (email) => {
    const { status, body } = await new Person(server).post('/api/auth/register/', registration(email))
    expect([status, body.code, body.fields]).toEqual([
      400,
      'validation_failed',
      { email: 'Введіть правильну електронну адресу.' },
    ])
  },
)

it.each(['olena@gmаil.com', 'olena@ukr.nеt', 'olena@xn--gmil-63d.com', 'olena@пошта.приклaд.укр'])(
  'the server refuses a new address whose domain mixes Latin and Cyrillic letters, and names the mixed part: %s',
  async (email) => {
    const { status, body } = await new Person(server).post('/api/auth/register/', registration(email))
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields.email).toMatch(/^У «(gmаil|nеt|приклaд)» є і латинські, і кириличні літери/)
    const owner = await newcomer(server)
    const change = await owner.post('/api/auth/email/change/', { new_email: email, password })
    expect([change.status, Object.keys(change.body.fields)]).toEqual([400, ['new_email']])
  },
)

it('a feedback message from a Cyrillic domain has the ASCII form of the address as its reply address', async () => {
  const message = 'Не приходить лист із підтвердженням.'
  const { status } = await new Person(server).post('/api/feedback/', { email: asWritten, message })
  expect(status).toBe(200)
  const [letter] = await server.services.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1)
  expect(letter!.replyTo).toBe(inAscii)
})
