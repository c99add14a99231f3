import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateCounters } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, password, Person, registration } from '../support/person.ts'
import { order } from '../support/sandbox.ts'
import { openExam } from '../support/sitting.ts'

/** Under the limits as they are shipped, behind one proxy that says who calls. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1, trustedProxies: 1 })
})
afterAll(() => server.close())

let homes = 0
/** Somebody at an address that no test has used. */
const newHome = () => `198.51.100.${(homes += 1)}`

async function post(path: string, body: unknown, from: string): Promise<{ status: number; code?: string }> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const reply = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, code: ((await reply.json()) as { code?: string }).code ?? '' }
}

/** What this address has used up of a limit, and how to say that it had used so much before. */
const hitsOf = async (key: string) =>
  (await server.services.db.select().from(rateCounters).where(eq(rateCounters.key, key)))[0]?.hits ?? 0
const useUp = (key: string, hits: number) =>
  server.services.db.insert(rateCounters).values({ key, hits, windowEndsAt: new Date(Date.now() + 600_000) })

const link = { uid: 'x', token: 'x' }
const fresh = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }
const challenge = { state: 'x'.repeat(22), code_challenge: 'x'.repeat(43) }
const nobody = () => ({ email: `${crypto.randomUUID()}@person.example` })

describe('[S21] all that comes from one address has a wide bound, and another address one of its own:', () => {
  it.each<[limit: string, allowed: number, path: string, body: () => object]>([
    ['register-address', 1000, '/api/auth/register/', () => registration()],
    ['login-address', 2000, '/api/auth/login/', () => ({ ...nobody(), password })],
    ['refresh-address', 3000, '/api/auth/token/refresh/', () => ({ refresh: 'x' })],
    ['revoke-address', 3000, '/api/auth/revoke/', () => ({ refresh: 'x' })],
    ['reset-address', 600, '/api/auth/password/reset/', nobody],
    ['reset-address', 600, '/api/auth/password/reset/confirm/', () => ({ ...link, ...fresh })],
    ['sign-in-link-address', 1000, '/api/auth/link/', () => ({ ...nobody(), ...challenge })],
    ['exchange-address', 1000, '/api/auth/exchange/', () => ({ code: 'x', code_verifier: 'x'.repeat(43) })],
    ['mail-link-address', 1500, '/api/auth/email/verify/', () => link],
    ['mail-link-address', 1500, '/api/auth/email/change/confirm/', () => link],
  ])('%s, %i at %s', async (limit, allowed, path, body) => {
    const home = newHome()
    await useUp(`${limit}:${home}`, allowed - 1)
    expect((await post(path, body(), home)).status).not.toBe(429)
    expect(await post(path, body(), home)).toEqual({ status: 429, code: 'rate_limited' })
    expect((await post(path, body(), newHome())).status).not.toBe(429)
  })
})

describe('[S21] guesses from one address have a narrow bound, and what succeeds takes nothing from it:', () => {
  it('300 wrong passwords in a quarter of an hour, whosever they are', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const key = `login-failures:${home}`
    const logIn = (given: string) => post('/api/auth/login/', { email, password: given }, home)
    expect([(await logIn(password)).status, await hitsOf(key)]).toEqual([200, 0])
    expect([(await logIn('не той')).status, await hitsOf(key)]).toEqual([400, 1])
    await server.services.db.update(rateCounters).set({ hits: 299 }).where(eq(rateCounters.key, key))
    expect([(await logIn(password)).status, await hitsOf(key)]).toEqual([200, 299])
    expect([(await logIn('не той')).status, await hitsOf(key)]).toEqual([400, 300])
    expect((await logIn('не той')).code).toBe('rate_limited')
    expect((await post('/api/auth/login/', { email, password }, newHome())).status).toBe(200)
  })

  it('[S20] 100 addresses an hour that turn out to be taken: an address is told to be, and cannot be looked for', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const key = `register-failures:${home}`
    const register = (form = registration()) => post('/api/auth/register/', form, home)
    expect([(await register()).status, await hitsOf(key)]).toEqual([200, 0])
    expect([await register(registration(email!)), await hitsOf(key)]).toEqual([{ status: 409, code: 'email_taken' }, 1])
    await server.services.db.update(rateCounters).set({ hits: 99 }).where(eq(rateCounters.key, key))
    expect([(await register(registration(email!))).status, await hitsOf(key)]).toEqual([409, 100])
    expect(await register(registration(email!))).toEqual({ status: 429, code: 'rate_limited' })
    expect((await post('/api/auth/register/', registration(email!), newHome())).status).toBe(409)
  })

  it('one account has ten from one network all the same', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const guess = () => post('/api/auth/login/', { email, password: 'не той' }, home)
    const codes = await Promise.all(Array.from({ length: 12 }, guess))
    expect(codes.filter(({ code }) => code === 'rate_limited')).toHaveLength(2)
  })
})

it('[S21] a school of 500 behind one address registers, signs in again, renews and starts a free exam within ten minutes @full', async () => {
  const pupils = 500
  const registered = () => hitsOf('register-address:127.0.0.1')
  const before = await registered()
  let next = 0
  const begun = Date.now()
  const come = async () => {
    const person = new Person(server)
    const form = registration()
    const signUp = await person.post('/api/auth/register/', form)
    const signIn = await person.post('/api/auth/login/', { email: form.email, password })
    const renewal = await person.post('/api/auth/token/refresh/', { refresh: signIn.body.refresh })
    Object.assign(person, { access: renewal.body.access, userId: signUp.body.user_id })
    const { purchase_id } = await order(person, 'verbalnij-proba')
    const { questions } = await openExam(person, purchase_id)
    expect([signUp.status, signIn.status, renewal.status, questions.length > 0]).toEqual([200, 200, 200, true])
  }
  const gate = async () => {
    while ((next += 1) <= pupils) await come()
  }
  await Promise.all(Array.from({ length: 12 }, gate))
  expect((await registered()) - before).toBe(pupils)
  // What they used up is counted by calls, all within one window: the time that it took is this machine's.
  expect(Date.now() - begun).toBeLessThan(600_000)
}, 600_000)
