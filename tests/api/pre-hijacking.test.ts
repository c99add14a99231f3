import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { lettersTo, letterTo, linkIn } from '../support/letters.ts'
import { givePurchase, newcomer, Person, password, registration } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const guest = () => new Person(server)
const next = 'зовсім-новий-пароль-8'
const refreshOf = (token: string) => guest().post('/api/auth/token/refresh/', { refresh: token })

/** Opens the confirmation letter of this address in a new browser, or in one that has this cookie. */
async function confirm(email: string, cookie = '') {
  const reply = await fetch(`${server.origin}/api/auth/email/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(await linkIn(server, email, 'verify-email')),
  })
  return (await reply.json()) as { password_link?: { uid: string; token: string } }
}

/** Signs in by a mailed link, as a person does who knows no password. */
async function signInByLink(email: string): Promise<Person> {
  const code_verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  await guest().post('/api/auth/link/', { email, state: 'x'.repeat(22), code_challenge })
  const [, code] = /code=(\w+)/.exec(await letterTo(server, email, '/auth-callback?'))!
  const { body } = await guest().post('/api/auth/exchange/', { code, code_verifier })
  const person = guest()
  Object.assign(person, { email, access: body.access, refresh: body.refresh, userId: body.user_id })
  return person
}

describe('an address that an attacker registers before its owner', () => {
  let attacker: Person
  let elsewhere: Person
  beforeEach(async () => {
    attacker = await newcomer(server)
    elsewhere = guest()
    Object.assign(elsewhere, (await elsewhere.post('/api/auth/login/', { email: attacker.email, password })).body)
  })

  it('an attacker who registered another person’s address loses access once its owner confirms it and signs in by a mailed link', async () => {
    const email = attacker.email!
    await attacker.post('/api/auth/password/check/', { old_password: password })
    await attacker.post('/api/auth/email/change/', { new_email: `taken-${email}`, password })
    const ofAttacker = await linkIn(server, `taken-${email}`, 'confirm-email')
    await confirm(email)
    const owner = await signInByLink(email)
    expect((await owner.get('/api/user/profile/')).body).toMatchObject({ email, is_verified: true })

    for (const { access, refresh } of [attacker, elsewhere]) {
      const thief = Object.assign(guest(), { access })
      expect((await thief.get('/api/user/profile/')).body.code).toBe('token_revoked')
      expect((await refreshOf(refresh!)).body.code).toBe('token_revoked')
    }
    expect((await guest().post('/api/auth/login/', { email, password })).body.code).toBe('invalid_credentials')
    expect((await guest().post('/api/auth/login/', { email, password: '' })).status).toBe(400)
    const change = { new_password1: next, new_password2: next }
    expect((await attacker.put('/api/auth/password/change/', change)).status).toBe(401)
    expect((await guest().post('/api/auth/email/change/confirm/', ofAttacker)).body.code).toBe('link_invalid')
    expect((await owner.get('/api/user/profile/')).status).toBe(200)
  })

  const changePath = '/api/auth/email/change/'
  const confirmChange = (link: { uid: string; token: string }, by = guest()) =>
    by.post<{ state: string; detail?: string; password_link?: { uid: string; token: string } }>(
      `${changePath}confirm/`,
      link,
    )
  const profileOf = (person: Person) => person.get('/api/user/profile/')

  /** The attacker requests this address as the new one of the account. Waits for both letters. */
  async function askForAddressOf(victim: string) {
    expect((await attacker.post(changePath, { new_email: victim, password })).status).toBe(200)
    return {
      old: await linkIn(server, attacker.email!, 'confirm-email'),
      new: await linkIn(server, victim, 'confirm-email'),
    }
  }

  /** Expects that no earlier session or password opens the account. */
  async function expectShutOut(victim: string) {
    for (const { access, refresh } of [attacker, elsewhere]) {
      expect((await profileOf(Object.assign(guest(), { access }))).body.code).toBe('token_revoked')
      expect((await refreshOf(refresh!)).body.code).toBe('token_revoked')
    }
    for (const email of [victim, attacker.email]) {
      expect((await guest().post('/api/auth/login/', { email, password })).body.code).toBe('invalid_credentials')
    }
  }

  it('an attacker who makes another person’s address their new one loses access once its owner confirms the letter', async () => {
    const victim = registration().email
    const links = await askForAddressOf(victim)
    expect((await confirmChange(links.old, attacker)).body).toEqual({ state: 'half_confirmed' })
    const { body } = await confirmChange(links.new)
    expect(body).toMatchObject({ state: 'changed', detail: expect.stringContaining('старий пароль більше не діє') })
    await expectShutOut(victim)
    const ofVictim = { ...body.password_link, new_password1: next, new_password2: next }
    expect((await guest().post('/api/auth/password/reset/confirm/', ofVictim)).status).toBe(200)
    expect((await guest().post('/api/auth/login/', { email: victim, password: next })).body.is_verified).toBe(true)
    const letter = await letterTo(server, victim, 'Адресу змінено: задайте новий пароль')
    expect(letter).toContain(`${server.origin}/reset-password/email`)
    await letterTo(server, attacker.email!, 'старий пароль більше не діє')
  })

  it('an attacker loses access and gets no password link also if the owner of the address confirms first', async () => {
    const victim = registration().email
    const links = await askForAddressOf(victim)
    const half = (await confirmChange(links.new)).body
    expect(half).toEqual({ state: 'half_confirmed', detail: expect.stringContaining('старий пароль перестане діяти') })
    expect((await profileOf(attacker)).status).toBe(200)
    const { body } = await confirmChange(links.old, attacker)
    expect(body).toEqual({ state: 'changed', detail: expect.stringContaining('з листа') })
    await expectShutOut(victim)
    const owner = await signInByLink(victim)
    expect((await profileOf(owner)).body).toMatchObject({ email: victim, is_verified: true })
  })

  it('an account that confirms its address by the first of two letters in its own session keeps its password', async () => {
    const email = attacker.email!
    const first = await linkIn(server, email, 'verify-email')
    await attacker.post('/api/auth/email/resend/')
    await linkIn(server, email, 'verify-email', 1)
    const own = await attacker.post('/api/auth/email/verify/', first)
    expect(own.body).toEqual({ detail: 'Адресу підтверджено.' })
    expect((await guest().post('/api/auth/login/', { email, password })).status).toBe(200)
  })
})

describe('a person who registered their own address', () => {
  it('a person who confirms the address in the same browser keeps the password and the session', async () => {
    const form = registration()
    const { headers, body } = await guest().post('/api/auth/register/', form)
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    expect(await confirm(form.email, cookie)).toEqual({ detail: 'Адресу підтверджено.' })
    expect((await refreshOf(body.refresh)).status).toBe(200)
    expect((await guest().post('/api/auth/login/', { email: form.email, password })).status).toBe(200)
  })

  it('a person who confirms the address in the same browser keeps the password although four others have signed in there since', async () => {
    const cookieOf = (reply: Response) => reply.headers.get('set-cookie')!.split(';')[0]!
    const inBrowser = async (path: string, body: object, cookie: string) => {
      const headers = { 'content-type': 'application/json', cookie }
      return cookieOf(await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) }))
    }
    const form = registration()
    let cookie = await inBrowser('/api/auth/register/', form, '')
    const first = cookie
    for (let child = 0; child < 4; child += 1) {
      const { email } = await newcomer(server)
      // Twice: the same account takes no second place.
      for (let time = 0; time < 2; time += 1) cookie = await inBrowser('/api/auth/login/', { email, password }, cookie)
    }
    expect(await confirm(form.email, cookie)).toEqual({ detail: 'Адресу підтверджено.' })
    expect((await guest().post('/api/auth/login/', { email: form.email, password })).status).toBe(200)

    const another = registration()
    const begun = await inBrowser('/api/auth/register/', another, cookie)
    expect(begun.length).toBeLessThan(400)
    expect(begun).not.toContain(first.split('=')[1]!)
    expect(await confirm(another.email, begun)).toEqual({ detail: 'Адресу підтверджено.' })
  })

  it('a person who confirms the address on another device sets a new password by the link of that page, and gets a letter about it', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    const { password_link } = await confirm(person.email!)
    const change = { new_password1: next, new_password2: next }
    expect((await guest().post('/api/auth/password/reset/confirm/', { ...password_link, ...change })).status).toBe(200)
    const again = Object.assign(
      guest(),
      (await guest().post('/api/auth/login/', { email: person.email, password: next })).body,
    )
    const { body } = await again.get('/api/owned-tests/')
    expect(JSON.stringify(body)).toContain(purchaseId)
    const letter = await letterTo(server, person.email!, 'старий пароль більше не діє')
    expect(letter).toContain(`${server.origin}/reset-password/email`)
    expect((await lettersTo(server, person.email!)).length).toBeGreaterThan(1)
  })

  it.each([
    ['known by the session', async ({ access }: Person) => ({ authorization: `Bearer ${access}`, cookie: '' })],
    [
      'known by the cookie',
      async (person: Person) => {
        const { headers } = await person.post('/api/auth/login/', { email: person.email, password })
        return { cookie: headers.get('set-cookie')!.split(';')[0]! }
      },
    ],
  ])(
    'a person who confirms a new address in the same browser keeps the password and the session: %s',
    async (_what, here) => {
      const person = await newcomer(server)
      const headers = { 'content-type': 'application/json', ...(await here(person)) }
      const confirm = async (link: object, with_ = headers) => {
        const body = JSON.stringify(link)
        return (
          await fetch(`${server.origin}/api/auth/email/change/confirm/`, { method: 'POST', headers: with_, body })
        ).json()
      }
      const addresses = [`second-${person.email}`, `third-${person.email}`] as const
      let before = person.email!
      for (const [index, new_email] of addresses.entries()) {
        await person.post('/api/auth/email/change/', { new_email, password })
        const old = await linkIn(server, before, 'confirm-email', index)
        const fresh = await linkIn(server, new_email, 'confirm-email')
        // The letter to the old address may be opened anywhere, whichever comes first.
        const elsewhere = { 'content-type': 'application/json', cookie: '' }
        const sides = [() => confirm(old, elsewhere), () => confirm(fresh)]
        const [first, second] = index === 0 ? sides : sides.toReversed()
        expect(await first!()).toEqual({ state: 'half_confirmed' })
        expect(await second!()).toEqual({ state: 'changed' })
        before = new_email
      }
      expect((await person.get('/api/user/profile/')).body).toMatchObject({ email: before, is_verified: true })
      expect((await guest().post('/api/auth/login/', { email: before, password })).status).toBe(200)
    },
  )

  it('an exam in a browser whose session has ended still saves and submits by its ticket, and is graded', async () => {
    const exam = await startedExam(server)
    await confirm(exam.person.email!)
    expect((await exam.person.get('/api/user/profile/')).status).toBe(401)
    expect((await exam.save({ events: exam.events })).status).toBe(200)
    expect((await exam.submit({ answers: [] })).status).toBe(200)
    const owner = await signInByLink(exam.person.email!)
    Object.assign(exam.person, { access: owner.access })
    expect(await exam.result()).toMatchObject({ status: 'completed' })
    expect(await exam.stored()).not.toHaveLength(0)
  })
})
