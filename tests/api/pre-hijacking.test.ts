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

/** Opens the confirmation letter of this address in a browser of its own, or in one that has this cookie. */
async function confirm(email: string, cookie = '') {
  const reply = await fetch(`${server.origin}/api/auth/email/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(await linkIn(server, email, 'verify-email')),
  })
  return (await reply.json()) as { password_link?: { uid: string; token: string } }
}

/** Signs in by a mailed link, as somebody who knows no password does. */
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

describe('somebody else’s address, registered before its owner comes', () => {
  let attacker: Person
  let elsewhere: Person
  beforeEach(async () => {
    attacker = await newcomer(server)
    elsewhere = guest()
    Object.assign(elsewhere, (await elsewhere.post('/api/auth/login/', { email: attacker.email, password })).body)
  })

  it('opens nothing to who registered it, once its owner has confirmed it and signed in by a mailed link', async () => {
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

  it('stays its owner’s when the letter is opened a second time elsewhere: what is confirmed changes no password', async () => {
    const email = attacker.email!
    const first = await linkIn(server, email, 'verify-email')
    await attacker.post('/api/auth/email/resend/')
    await linkIn(server, email, 'verify-email', 1)
    const own = await attacker.post('/api/auth/email/verify/', first)
    expect(own.body).toEqual({ detail: 'Адресу підтверджено.' })
    expect((await guest().post('/api/auth/login/', { email, password })).status).toBe(200)
  })
})

describe('whoever registered for themselves', () => {
  it('keeps password and sessions where they open the letter in the same browser, signed in or not any more', async () => {
    const form = registration()
    const { headers, body } = await guest().post('/api/auth/register/', form)
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    expect(await confirm(form.email, cookie)).toEqual({ detail: 'Адресу підтверджено.' })
    expect((await refreshOf(body.refresh)).status).toBe(200)
    expect((await guest().post('/api/auth/login/', { email: form.email, password })).status).toBe(200)
  })

  it('and opens the letter on another device sets a new password by the link that the page gives, and is told by a letter', async () => {
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

  it('loses no answer: what an exam in the other browser still gives and hands in by its ticket is graded', async () => {
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
