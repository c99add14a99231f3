import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oneTimeTokens, users } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { letLinksExpire, lettersTo, letterTo, linkIn } from '../support/letters.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer, Person, password } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  person = await newcomer(server)
})
afterAll(() => server.close())

const guest = () => new Person(server)
const uidOf = (someone: Person) => Buffer.from(someone.userId!).toString('base64url')
const profile = async () => (await person.get('/api/user/profile/')).body

describe('the confirmation of an e-mail address', () => {
  const verify = (link: { uid: string; token: string }, by = person) => by.post('/api/auth/email/verify/', link)

  it('[S6.03] registration sends a letter whose link confirms the e-mail address once', async () => {
    expect((await profile()).is_verified).toBe(false)
    const link = await linkIn(server, person.email!, 'verify-email')
    const reply = await verify(link)
    expect([reply.status, reply.body]).toEqual([200, { detail: 'Адресу підтверджено.' }])
    expect((await profile()).is_verified).toBe(true)
    const again = await verify(link)
    expect([again.status, again.body.code]).toEqual([400, 'link_invalid'])
  })

  it('[S6.03] a person may request the confirmation letter again until the address is confirmed', async () => {
    await letterTo(server, person.email!, '/verify-email/')
    expect((await person.post('/api/auth/email/resend/')).body.detail).toBe('Лист надіслано ще раз.')
    // Letters are sent concurrently: the next one could come before this one.
    await until(async () => (await lettersTo(server, person.email!)).length === 2)
    await server.services.db.update(users).set({ isVerified: true }).where(eq(users.id, person.userId!))
    expect((await person.post('/api/auth/email/resend/')).body.detail).toBe('Адресу вже підтверджено.')
    await letterTo(server, (await newcomer(server)).email!, '/verify-email/')
    expect(await lettersTo(server, person.email!)).toHaveLength(2)
    expect((await guest().post('/api/auth/email/resend/')).status).toBe(401)
  })

  it('a forged or expired link, and a link of another account or of a former address, confirms nothing', async () => {
    const link = await linkIn(server, person.email!, 'verify-email')
    const forged = [
      { ...link, uid: uidOf(await newcomer(server)) },
      { ...link, uid: 'x' },
      { ...link, token: `${link.token}x` },
    ]
    for (const wrong of forged) expect((await verify(wrong)).body.code).toBe('link_invalid')
    await server.services.db
      .update(users)
      .set({ email: `moved-${person.email}` })
      .where(eq(users.id, person.userId!))
    expect((await verify(link)).body.code).toBe('link_invalid')
    await server.services.db.update(users).set({ email: person.email! }).where(eq(users.id, person.userId!))
    await letLinksExpire(server, person.userId!)
    expect((await verify(link)).body.code).toBe('link_invalid')
    expect((await verify({} as typeof link)).body.code).toBe('validation_failed')
    expect((await profile()).is_verified).toBe(false)
  })

  it('the database does not store the token of a confirmation link in plain text', async () => {
    const { token } = await linkIn(server, person.email!, 'verify-email')
    const kept = await server.services.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, person.userId!))
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})

describe('a change of the e-mail address', () => {
  const ask = (new_email: string, given = password) =>
    person.post('/api/auth/email/change/', { new_email, password: given })
  const confirm = (link: { uid: string; token: string }, by = person) =>
    by.post('/api/auth/email/change/confirm/', link)
  const logIn = async (email: string) => (await guest().post('/api/auth/login/', { email, password })).status
  const linksTo = async (next: string) => ({
    old: await linkIn(server, person.email!, 'confirm-email'),
    new: await linkIn(server, next, 'confirm-email'),
  })

  it.each([
    ['the old side first', ['old', 'new']],
    ['the new side first', ['new', 'old']],
  ] as const)(
    'the e-mail address changes when the old and the new one have confirmed it, %s, and both get a letter',
    async (_what, [first, second]) => {
      const next = `new-${person.email}`
      expect((await ask(next)).status).toBe(200)
      const links = await linksTo(next)
      expect((await confirm(links[first])).body).toEqual({ state: 'half_confirmed' })
      expect((await confirm(links[first])).body.code).toBe('link_invalid')
      expect([await logIn(next), await logIn(person.email!)]).toEqual([400, 200])
      expect((await confirm(links[second])).body).toEqual({ state: 'changed' })
      expect((await confirm(links[second])).body.code).toBe('link_invalid')

      expect([await logIn(next), await logIn(person.email!)]).toEqual([200, 400])
      expect(await profile()).toMatchObject({ email: next, is_verified: true })
      for (const address of [next, person.email!]) await letterTo(server, address, `з адресою ${next}`)
    },
  )

  it('confirmations of the old and the new address at the same moment change the address exactly once', async () => {
    const next = `new-${person.email}`
    await ask(next)
    const links = await linksTo(next)
    const held = await holdRow(server, 'users', person.userId!)
    const both = Promise.all([confirm(links.old), confirm(links.new)])
    await held.until(2)
    await held.letGo()
    const replies = await both
    expect(replies.map(({ body }) => body.state).sort()).toEqual(['changed', 'half_confirmed'])
    expect((await profile()).email).toBe(next)
  })

  it('a change of the address needs a session, the right password and a valid address that no account has', async () => {
    const refused = async (new_email: string, given?: string) => {
      const { status, body } = await ask(new_email, given)
      return [status, body.code, Object.keys(body.fields)]
    }
    expect(await refused('next@person.example', 'не той')).toEqual([400, 'wrong_password', ['password']])
    expect(await refused(person.email!.toUpperCase())).toEqual([400, 'validation_failed', ['new_email']])
    expect(await refused((await newcomer(server)).email!)).toEqual([409, 'email_taken', ['new_email']])
    expect(await refused('nobody')).toEqual([400, 'validation_failed', ['new_email']])
    const body = { new_email: 'next@person.example', password }
    expect((await guest().post('/api/auth/email/change/', body)).status).toBe(401)
  })

  it('the letter to the old address names the new address only if the old one is confirmed', async () => {
    const next = `new-${person.email}`
    await ask(next)
    const unconfirmed = await letterTo(server, person.email!, 'Підтвердьте зміну адреси')
    expect(unconfirmed).toContain('/confirm-email/')
    expect(unconfirmed).not.toContain(next)
    await server.services.db.update(users).set({ isVerified: true }).where(eq(users.id, person.userId!))
    await ask(next)
    await letterTo(server, person.email!, `електронну адресу на ${next}`)
  })

  it('a change of the address fails with 409 if another account has taken the new address meanwhile', async () => {
    const other = await newcomer(server)
    const next = `new-${person.email}`
    await ask(next)
    const links = await linksTo(next)
    await confirm(links.old)
    await server.services.db.update(users).set({ email: next }).where(eq(users.id, other.userId!))
    const late = await confirm(links.new)
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
    expect((await profile()).email).toBe(person.email)
  })

  it('a second request for a new address invalidates the links of the first, even after one of them was opened', async () => {
    const [first, second] = [`first-${person.email}`, `second-${person.email}`]
    await ask(first)
    const earlier = await linksTo(first)
    await confirm(earlier.old)
    await ask(second)
    const newSide = await linkIn(server, second, 'confirm-email')
    expect((await confirm(earlier.new)).body.code).toBe('link_invalid')
    expect((await confirm(newSide)).body).toEqual({ state: 'half_confirmed' })
    expect((await profile()).email).toBe(person.email)
  })

  it('a new password or the expiry of its links cancels a change of the address, and no other account can use them', async () => {
    const next = `new-${person.email}`
    await ask(next)
    const links = await linksTo(next)
    const foreign = { ...links.new, uid: uidOf(await newcomer(server)) }
    expect((await confirm(foreign)).body.code).toBe('link_invalid')
    const pair = { new_password1: 'зовсім-новий-пароль-8', new_password2: 'зовсім-новий-пароль-8' }
    await person.post('/api/auth/password/check/', { old_password: password })
    await person.put('/api/auth/password/change/', pair)
    expect((await confirm(links.new)).body.code).toBe('link_invalid')

    await ask(`later-${next}`, pair.new_password1)
    await letLinksExpire(server, person.userId!)
    expect((await confirm(await linkIn(server, `later-${next}`, 'confirm-email'))).body.code).toBe('link_invalid')
    expect((await profile()).email).toBe(person.email)
  })
})
