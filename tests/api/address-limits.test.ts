import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateCounters } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, password, Person, registration } from '../support/person.ts'
import { order } from '../support/sandbox.ts'
import { openExam } from '../support/exam-calls.ts'

/** With the shipped limits, behind one proxy that names the caller. */
let server: TestServer
/** A token that we issued: a forged one counts in another limit of its address (admission.test.ts). */
let renewal: string
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1, trustedProxies: 1 })
  renewal = (await newcomer(server)).refresh!
})
afterAll(() => server.close())

let homes = 0
const newHome = () => `198.51.100.${(homes += 1)}`

async function ask(path: string, body: unknown, from: string, cookie = '', more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie, ...more }
  return fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function post(
  path: string,
  body: unknown,
  from: string,
  cookie?: string,
): Promise<{ status: number; code: string }> {
  const reply = await ask(path, body, from, cookie)
  return { status: reply.status, code: ((await reply.json()) as { code?: string }).code ?? '' }
}

const hitsOf = async (key: string) =>
  (await server.services.db.select().from(rateCounters).where(eq(rateCounters.key, key)))[0]?.hits ?? 0
const useUp = (key: string, hits: number) =>
  server.services.db.insert(rateCounters).values({ key, hits, windowEndsAt: new Date(Date.now() + 600_000) })

const link = { uid: 'x', token: 'x' }
const fresh = { new_password1: 'зовсім-новий-пароль-9', new_password2: 'зовсім-новий-пароль-9' }
const challenge = { state: 'x'.repeat(22), code_challenge: 'x'.repeat(43) }
const nobody = () => ({ email: `${crypto.randomUUID()}@person.example` })

describe('[S21] calls from one IP address have a wide rate limit', () => {
  it.each<[limit: string, allowed: number, path: string, body: () => object]>([
    ['register-address', 1000, '/api/auth/register/', () => registration()],
    ['guest-trial-address', 600, '/api/guest-trials/', () => ({ slug: 'logichnij-proba' })],
    ['refresh-address', 3000, '/api/auth/token/refresh/', () => ({ refresh: renewal })],
    ['revoke-address', 3000, '/api/auth/revoke/', () => ({ refresh: 'x' })],
    ['reset-address', 600, '/api/auth/password/reset/', nobody],
    ['reset-address', 600, '/api/auth/password/reset/confirm/', () => ({ ...link, ...fresh })],
    ['sign-in-link-address', 1000, '/api/auth/link/', () => ({ ...nobody(), ...challenge })],
    ['exchange-address', 1000, '/api/auth/exchange/', () => ({ code: 'x', code_verifier: 'x'.repeat(43) })],
    ['mail-link-address', 1500, '/api/auth/email/verify/', () => link],
    ['mail-link-address', 1500, '/api/auth/email/change/confirm/', () => link],
  ])(
    'the rate limit %s allows one IP address %i calls of %s, and another IP address has its own count',
    async (limit, allowed, path, body) => {
      const home = newHome()
      await useUp(`${limit}:${home}`, allowed - 1)
      expect((await post(path, body(), home)).status).not.toBe(429)
      expect(await post(path, body(), home)).toEqual({ status: 429, code: 'rate_limited' })
      expect((await post(path, body(), newHome())).status).not.toBe(429)
    },
  )
})

describe('[S21] failed guesses from one IP address have a narrow rate limit, and successful calls do not count', () => {
  const logInPath = '/api/auth/login/'
  const wrong = 'не той'
  const setHits = (key: string, hits: number) =>
    server.services.db.update(rateCounters).set({ hits }).where(eq(rateCounters.key, key))

  it('after 850 wrong passwords an IP address has one try for each account not tried before, until 300 of these fail', async () => {
    const home = newHome()
    const [key, reserve] = [`login-failures:${home}`, `login-first-failures:${home}`]
    const [{ email }, other, third] = [await newcomer(server), await newcomer(server), await newcomer(server)]
    const logIn = async (who: string | null, given: string, from = home) =>
      (await post(logInPath, { email: who, password: given }, from)).status
    expect([await logIn(email, password), await hitsOf(key)]).toEqual([200, 0])
    expect([await logIn(email, wrong), await hitsOf(key)]).toEqual([400, 1])
    await setHits(key, 849)
    expect([await logIn(email, password), await hitsOf(key)]).toEqual([200, 849])
    expect([await logIn(email, wrong), await hitsOf(key)]).toEqual([400, 850])
    // An account that was tried before is refused. Any other has one try: a right password gets in, a wrong one is the last.
    expect(await logIn(email, password)).toBe(429)
    expect([await logIn(other.email, password), await hitsOf(reserve)]).toEqual([200, 0])
    expect([await logIn(third.email, wrong), await hitsOf(reserve)]).toEqual([400, 1])
    expect(await logIn(third.email, password)).toBe(429)
    await setHits(reserve, 300)
    expect(await logIn((await newcomer(server)).email, password)).toBe(429)
    expect(await logIn(email, password, newHome())).toBe(200)
  })

  it('[S18] log-ins to an unknown address get the same replies as to a known one, and do not count as failed guesses', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const stranger = nobody().email
    const tries = async (who: string | null) => {
      const given = { email: who, password: wrong }
      const all = []
      for (let number = 0; number < 11; number += 1) all.push(await post(logInPath, given, home))
      return all
    }
    const [ofNobody, counted] = [await tries(stranger), await hitsOf(`login-failures:${home}`)]
    expect(counted).toBe(0)
    expect(ofNobody.at(-1)).toEqual({ status: 429, code: 'rate_limited' })
    expect(await tries(email)).toEqual(ofNobody)
    expect(await hitsOf(`login-failures:${home}`)).toBe(10)
  })

  it('the server refuses no log-in beyond 2,000 from one IP address, but slows them down to ten a second', async () => {
    const home = newHome()
    await useUp(`login-address:${home}`, 1990)
    const begun = performance.now()
    const times = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await post(logInPath, { ...nobody(), password }, home)
        return { status, ms: performance.now() - begun }
      }),
    )
    expect(times.map(({ status }) => status)).toEqual(Array(20).fill(400))
    // The ten calls too many pass two at a time, for 200 ms each, so the last one passes fifth.
    expect(Math.max(...times.map(({ ms }) => ms))).toBeGreaterThan(990)
  })

  it('a device that its owner has signed in from still signs in when its network has used up every limit', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const first = await ask(logInPath, { email, password }, home)
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    const [failures, all] = [`login-failures:${home}`, `login-address:${home}`]
    await useUp(failures, 5000)
    await useUp(`login-first-failures:${home}`, 5000)
    await setHits(all, 5000)
    expect((await post(logInPath, { email, password }, home)).status).toBe(429)
    expect((await post(logInPath, { email, password: wrong }, home, cookie)).status).toBe(400)
    expect((await post(logInPath, { email, password }, home, cookie)).status).toBe(200)
    expect([await hitsOf(failures), await hitsOf(all)]).toEqual([5000, 5001])
  })

  it('[S20] registration reveals at most 480 taken e-mail addresses to one IP address, and then replies 429', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const other = (await newcomer(server)).email!
    const key = `register-failures:${home}`
    const register = (form = registration()) => post('/api/auth/register/', form, home)
    expect([(await register()).status, await hitsOf(key)]).toEqual([200, 0])
    expect([await register(registration(email!)), await hitsOf(key)]).toEqual([{ status: 409, code: 'email_taken' }, 1])
    // A repetition tells the network nothing new, so it counts nothing.
    expect([(await register(registration(email!.toUpperCase()))).status, await hitsOf(key)]).toEqual([409, 1])
    await setHits(key, 479)
    expect([(await register(registration(other))).status, await hitsOf(key)]).toEqual([409, 480])
    expect(await register(registration(email!))).toEqual({ status: 429, code: 'rate_limited' })
    expect((await post('/api/auth/register/', registration(email!), newHome())).status).toBe(409)
  })

  it('[S20] a change of the e-mail address counts towards the same 480 taken addresses of an IP address', async () => {
    const [home, person, { email }] = [newHome(), await newcomer(server), await newcomer(server)]
    const key = `register-failures:${home}`
    const change = async (new_email: string, from = home) => {
      const headers = { authorization: `Bearer ${person.access}` }
      const reply = await ask('/api/auth/email/change/', { new_email, password }, from, '', headers)
      return { status: reply.status, code: ((await reply.json()) as { code?: string }).code }
    }
    expect([await change(email!), await hitsOf(key)]).toEqual([{ status: 409, code: 'email_taken' }, 1])
    expect([(await change(email!.toUpperCase())).status, await hitsOf(key)]).toEqual([409, 1])
    await setHits(key, 480)
    expect(await change((await newcomer(server)).email!)).toEqual({ status: 429, code: 'rate_limited' })
    expect((await change(email!, newHome())).status).toBe(409)
  })

  it('one account takes ten wrong passwords from one IP address, and the server refuses two more as rate-limited', async () => {
    const [home, { email }] = [newHome(), await newcomer(server)]
    const guess = () => post('/api/auth/login/', { email, password: 'не той' }, home)
    const codes = await Promise.all(Array.from({ length: 12 }, guess))
    expect(codes.filter(({ code }) => code === 'rate_limited')).toHaveLength(2)
  })
})

it('[S21] 500 pupils behind one IP address register, sign in again, renew their session and open a free exam within ten minutes @full', async () => {
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
  // The limits count calls, all within one window. The duration depends on this machine.
  expect(Date.now() - begun).toBeLessThan(600_000)
}, 600_000)

it('[S21] 500 pupils behind one IP address register and sign in within ten minutes, with 0.6 typos each and a vandal among them @full', async () => {
  const school = newHome()
  // The script has run for a while: halfway through the test the network is slowed down.
  await useUp(`login-address:${school}`, 1200)
  const forms = Array.from({ length: 500 }, () => registration())
  /** People in the room, whose addresses the vandal knows. */
  const known = await Promise.all(Array.from({ length: 30 }, async () => (await newcomer(server)).email!))
  let isOver = false
  let vandalised = 0
  const vandal = async (number: number) => {
    for (let turn = number; !isOver; turn += 8) {
      vandalised += 1
      const aim = turn % 3 === 0 ? known[turn % known.length]! : nobody().email
      if (turn % 5 === 0) await post('/api/auth/register/', registration(known[turn % known.length]), school)
      else await post('/api/auth/login/', { email: aim, password: `вгадую-${turn}` }, school)
    }
  }
  const script = Promise.all(Array.from({ length: 8 }, (_, number) => vandal(number)))

  const begun = Date.now()
  let next = 0
  const refused: string[] = []
  const come = async (number: number) => {
    const form = forms[number]!
    const { email } = form
    const step = async (path: string, body: object, expected: number) => {
      const { status } = await post(path, body, school)
      if (status !== expected) refused.push(`${path} ${status}`)
    }
    await step('/api/auth/register/', form, 200)
    // Every fifth person forgets the registration and registers once more.
    if (number % 5 === 0) await step('/api/auth/register/', form, 409)
    const typos = [0, 1, 0, 2, 0][number % 5]!
    for (let typo = 0; typo < typos; typo += 1)
      await step('/api/auth/login/', { email, password: password.slice(typo + 1) }, 400)
    await step('/api/auth/login/', { email, password }, 200)
  }
  const gate = async () => {
    while (next < forms.length) await come(next++)
  }
  await Promise.all(Array.from({ length: 12 }, gate))
  isOver = true
  await script
  expect(refused).toEqual([])
  // With only a few calls the vandal would prove nothing.
  expect(vandalised).toBeGreaterThan(500)
  expect(Date.now() - begun).toBeLessThan(600_000)
}, 700_000)
