import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { letLinksExpire, lettersTo, letterTo, linkIn } from '../support/letters.ts'
import { newcomer, password, Person } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Values that a browser makes before it requests a link. `code_verifier` never leaves the browser. */
function newSecrets() {
  const code_verifier = randomBytes(48).toString('base64url')
  return {
    code_verifier,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  }
}

async function confirmed(): Promise<Person> {
  const person = await newcomer(server)
  await server.services.db.update(users).set({ isVerified: true }).where(eq(users.id, person.userId!))
  return person
}

async function ask(email: string, rest: Record<string, unknown> = {}) {
  const { code_verifier, ...secrets } = newSecrets()
  const reply = await new Person(server).post('/api/auth/link/', { email, ...secrets, ...rest })
  return { reply, code_verifier, state: secrets.state }
}

async function linkFor(person: Person, rest: Record<string, unknown> = {}) {
  const { code_verifier, state } = await ask(person.email!, rest)
  const letter = await letterTo(server, person.email!, `state=${state}`)
  const address = new URL(/http\S+/.exec(letter)![0])
  return { address, code: address.searchParams.get('code')!, code_verifier, state }
}

const exchange = (code: string, code_verifier: string) =>
  new Person(server).post('/api/auth/exchange/', { code, code_verifier })

it('a locked account row delays its own sign-in letter, and the letter of another person leaves', async () => {
  const [held, other] = [await confirmed(), await confirmed()]
  const row = await holdRow(server, 'users', held.userId!)
  await ask(held.email!)
  await row.until(1)
  const { state } = await ask(other.email!)
  expect(await letterTo(server, other.email!, `state=${state}`)).toContain('code=')
  expect((await lettersTo(server, held.email!)).filter((letter) => letter.includes('code='))).toEqual([])
  await row.letGo()
})

const pair = { new_password1: 'цілком-новий-пароль-9', new_password2: 'цілком-новий-пароль-9' }

async function resetPassword({ email }: Person) {
  await new Person(server).post('/api/auth/password/reset/', { email })
  const link = await linkIn(server, email!, 'reset-password')
  const { status } = await new Person(server).post('/api/auth/password/reset/confirm/', { ...link, ...pair })
  if (status !== 200) throw new Error(`the reset answered ${status}`)
}

async function changePassword(person: Person) {
  await person.post('/api/auth/password/check/', { old_password: password })
  const { status } = await person.put('/api/auth/password/change/', pair)
  if (status !== 200) throw new Error(`the change answered ${status}`)
}

describe('sign-in by a mailed link', () => {
  it('[S2.03] a mailed link signs in the browser that requested it, once', async () => {
    const person = await confirmed()
    const { address, code, code_verifier, state } = await linkFor(person)
    expect([address.origin, address.pathname]).toEqual([server.origin, '/auth-callback'])
    expect(address.searchParams.get('state')).toBe(state)

    const { status, body } = await exchange(code, code_verifier)
    expect([status, body.user_id, body.is_verified]).toEqual([200, person.userId, true])
    const again = await exchange(code, code_verifier)
    expect([again.status, again.body.code]).toEqual([400, 'sign_in_code_invalid'])
    const signedIn = new Person(server)
    signedIn.access = body.access
    expect((await signedIn.get('/api/user/profile/')).body.email).toBe(person.email)
  })

  it('[S2.03] the server refuses a mailed link to another browser, and the link stays valid for the browser that requested it', async () => {
    const { code, code_verifier } = await linkFor(await confirmed())
    expect((await exchange(code, newSecrets().code_verifier)).body.code).toBe('sign_in_code_invalid')
    expect((await exchange(code, code_verifier)).status).toBe(200)
  })

  it('25 concurrent exchanges of one sign-in code open one session', async () => {
    const person = await confirmed()
    const { code, code_verifier } = await linkFor(person)
    const replies = await Promise.all(Array.from({ length: 25 }, () => exchange(code, code_verifier)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const families = await server.services.db
      .select()
      .from(refreshFamilies)
      .where(eq(refreshFamilies.userId, person.userId!))
    expect(families).toHaveLength(2)
  })

  it('[S3.03] a session by a mailed link keeps the choice to be remembered', async () => {
    const { code, code_verifier } = await linkFor(await confirmed(), { remember_me: true })
    const { body } = await exchange(code, code_verifier)
    const [family] = await server.services.db
      .select()
      .from(refreshFamilies)
      .where(eq(refreshFamilies.id, body.refresh.split('.')[0]))
    expect(family!.rememberMe).toBe(true)
  })

  it.each([
    ['its 15 minutes are over', (person: Person) => letLinksExpire(server, person.userId!)],
    ['the account was switched off', (person: Person) => change(person, { isActive: false })],
    ['the account was closed', (person: Person) => change(person, { closedAt: new Date() })],
    ['the account moved to another address', (person: Person) => change(person, { email: `moved-${person.email}` })],
    ['the password was reset', resetPassword],
    ['the password was changed', changePassword],
    ['every session was ended', (person: Person) => person.post('/api/auth/sign-out-everywhere/')],
  ])('a mailed link stops working once %s', async (_what, happen) => {
    const person = await confirmed()
    const { code, code_verifier } = await linkFor(person)
    await happen(person)
    expect((await exchange(code, code_verifier)).body.code).toBe('sign_in_code_invalid')
  })

  it('a mailed link opens no session while every session is being ended', async () => {
    const person = await confirmed()
    const { code, code_verifier } = await linkFor(person)
    const account = await holdRow(server, 'users', person.userId!)
    const ended = person.post('/api/auth/sign-out-everywhere/')
    await account.until(1)
    const reply = exchange(code, code_verifier)
    await account.until(2)
    await account.letGo()
    expect([(await ended).status, (await reply).body.code]).toEqual([200, 'sign_in_code_invalid'])
  })

  const change = (person: Person, what: Partial<typeof users.$inferInsert>) =>
    server.services.db.update(users).set(what).where(eq(users.id, person.userId!))

  it('[S19] a request for a link gets the same reply for a known and an unknown address, and only the known one gets a letter', async () => {
    const person = await confirmed()
    const [known, unknown] = [await ask(person.email!), await ask('nobody@person.example')]
    expect([known.reply.status, known.reply.text]).toEqual([200, unknown.reply.text])
    await letterTo(server, person.email!, `state=${known.state}`)
    expect(await lettersTo(server, 'nobody@person.example')).toEqual([])
  })

  it('[S17] a request for an unconfirmed address sends a letter without a sign-in link', async () => {
    const stranger = await newcomer(server)
    await letterTo(server, stranger.email!, '/verify-email/')
    const { reply } = await ask(stranger.email!)
    expect(reply.status).toBe(200)
    const { state } = await linkFor(await confirmed())
    expect(state).toBeTruthy()
    await until(async () => (await lettersTo(server, stranger.email!)).length >= 2)
    const letters = await lettersTo(server, stranger.email!)
    expect(letters).toHaveLength(2)
    expect(letters.some((letter) => letter.includes('/auth-callback'))).toBe(false)
  })

  it.each([
    ['no address', { email: 'nobody' }, 'email'],
    ['a short state', { state: 'short' }, 'state'],
    ['a state that could break a letter', { state: 'x'.repeat(20) + '\r\nBcc: a@b.example' }, 'state'],
    ['a challenge that is no SHA-256', { code_challenge: 'x' }, 'code_challenge'],
  ])('[S5.20] the server refuses a request for a link with %s', async (_what, wrong, field) => {
    const { code_verifier: _kept, ...secrets } = newSecrets()
    const body = { email: 'olena@person.example', ...secrets, ...wrong }
    const reply = await new Person(server).post('/api/auth/link/', body)
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]])
  })
})
