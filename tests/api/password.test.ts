import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { passwordCost } from '../../server/features/auth/password-hash.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { crowdSize } from '../support/crowd.ts'
import { holdRow } from '../support/held-row.ts'
import { letLinksExpire, letterTo, linkIn, linksIn } from '../support/letters.ts'
import { listenToLog } from '../support/log.ts'
import { newcomer, Person, password, registration } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
let log: string[]
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'debug' })
  log = listenToLog(server)
})
afterAll(() => server.close())

const next = 'зовсім-новий-пароль-8'
const pair = { new_password1: next, new_password2: next }

/** Requests a link and waits for its own letter: letters of earlier requests may still be there. */
async function resetLink(address: string): Promise<{ uid: string; token: string }> {
  const before = (await linksIn(server, address, 'reset-password')).length
  await new Person(server).post('/api/auth/password/reset/', { email: address })
  return linkIn(server, address, 'reset-password', before)
}

describe('a forgotten password', () => {
  it('[S23] [S27] [S7.14] [S7.15] a mailed link replaces a forgotten password once, and ends the session of the account', async () => {
    const form = registration()
    const person = new Person(server)
    const session = (await person.post('/api/auth/register/', form)).body
    const link = await resetLink(form.email)
    expect((await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })).status).toBe(200)

    expect((await person.post('/api/auth/login/', { email: form.email, password })).status).toBe(400)
    const login = await person.post('/api/auth/login/', { email: form.email, password: next })
    // By opening the letter they have proven the address, too.
    expect([login.status, login.body.is_verified]).toEqual([200, true])
    expect((await person.post('/api/auth/token/refresh/', { refresh: session.refresh })).status).toBe(401)
    await letterTo(server, form.email, 'Ваш пароль змінено')
    const again = await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })
    expect([again.status, again.body.code]).toEqual([400, 'reset_link_invalid'])
  })

  it('[S19] [S2.04] the server answers a password reset alike for a known and an unknown address', async () => {
    const form = registration()
    await new Person(server).post('/api/auth/register/', form)
    const ask = (email: string) => new Person(server).post('/api/auth/password/reset/', { email })
    const [known, unknown] = [await ask(form.email), await ask('nobody@person.example')]
    expect([known.status, known.text]).toEqual([200, unknown.text])
  })

  it('[S23] a reset link is refused for another account, if it was altered, and after the password was changed otherwise', async () => {
    const form = registration()
    const person = new Person(server)
    person.access = (await person.post('/api/auth/register/', form)).body.access
    const link = await resetLink(form.email)
    const other = Buffer.from((await newcomer(server)).userId!).toString('base64url')
    for (const forged of [
      { ...link, uid: other },
      { ...link, uid: 'x' },
      { ...link, token: `${link.token}x` },
    ]) {
      const { body } = await person.post('/api/auth/password/reset/confirm/', { ...forged, ...pair })
      expect(body.code).toBe('reset_link_invalid')
      expect((await person.post('/api/auth/password/reset/check/', forged)).body.code).toBe('reset_link_invalid')
    }
    // A check does not use the link up.
    for (let time = 0; time < 2; time += 1) {
      expect((await person.post('/api/auth/password/reset/check/', link)).status).toBe(200)
    }
    const short = { new_password1: '1234567', new_password2: '1234567' }
    const refused = await person.post('/api/auth/password/reset/confirm/', { ...link, ...short })
    expect(refused.body.fields).toHaveProperty('new_password1')
    await person.post('/api/auth/password/check/', { old_password: password })
    await person.put('/api/auth/password/change/', pair)
    expect((await person.post('/api/auth/password/reset/check/', link)).body.code).toBe('reset_link_invalid')
    const { body } = await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })
    expect(body.code).toBe('reset_link_invalid')
  })

  it('[S23] a reset link is refused once it has expired, and once the account has another address', async () => {
    const [slow, moved] = [await newcomer(server), await newcomer(server)]
    const late = await resetLink(slow.email!)
    await letLinksExpire(server, slow.userId!)
    const strayed = await resetLink(moved.email!)
    const elsewhere = { email: `moved-${moved.email}` }
    await server.services.db.update(users).set(elsewhere).where(eq(users.id, moved.userId!))
    for (const link of [late, strayed]) {
      const { body } = await new Person(server).post('/api/auth/password/reset/confirm/', { ...link, ...pair })
      expect(body.code).toBe('reset_link_invalid')
    }
  })

  it('[S23] a reset link is refused after a log-in with the password, and not after a failed log-in', async () => {
    const person = await newcomer(server)
    const [first, second] = [await resetLink(person.email!), await resetLink(person.email!)]
    const logIn = (given: string) =>
      new Person(server).post('/api/auth/login/', { email: person.email, password: given })
    const confirm = (link: object) => new Person(server).post('/api/auth/password/reset/confirm/', { ...link, ...pair })
    expect((await logIn('не той')).status).toBe(400)
    expect((await confirm(first)).status).toBe(200)
    const third = await resetLink(person.email!)
    expect((await logIn(next)).status).toBe(200)
    for (const link of [second, third]) expect((await confirm(link)).body.code).toBe('reset_link_invalid')
  })

  it('[S24] a reset link leads to the configured site, whatever host the request names', async () => {
    const { email } = await newcomer(server)
    const body = JSON.stringify({ email })
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const asked = request(`${server.origin}/api/auth/password/reset/`, { method: 'POST', headers })
    asked.end(body)
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(200)
    const letter = await letterTo(server, email!, '/reset-password/')
    expect(letter).toContain(`${server.origin}/reset-password/`)
    expect(letter).not.toContain('evil.example')
  })

  it('[S28] a new password may have up to 128 characters in any script, and is compared whole after Unicode normalization', async () => {
    const person = await newcomer(server)
    const long = 'Їжак і щука '.repeat(11).slice(0, 128)
    const setTo = async (password: string) => {
      const link = await resetLink(person.email!)
      const both = { new_password1: password, new_password2: password }
      return new Person(server).post('/api/auth/password/reset/confirm/', { ...link, ...both })
    }
    const logIn = async (given: string) =>
      (await new Person(server).post('/api/auth/login/', { email: person.email, password: given })).status
    expect((await setTo(`${long}!`)).body.fields).toHaveProperty('new_password1')
    expect((await setTo(long.normalize('NFC'))).status).toBe(200)
    expect(await logIn(long.normalize('NFD'))).toBe(200)
    expect(await logIn(`${long.slice(0, 127)}?`)).toBe(400)
    expect((await setTo('trustno1')).body.fields).toEqual({
      new_password1: 'Цей пароль надто поширений: його вгадають першим. Оберіть інший.',
    })
  })

  it('[S23] 25 uses of one reset link at the same time set one password', async () => {
    const person = await newcomer(server)
    const link = await resetLink(person.email!)
    const replies = await Promise.all(
      Array.from({ length: crowdSize }, (_, asker) => {
        const own = `зовсім-новий-пароль-${asker}`
        const body = { ...link, new_password1: own, new_password2: own }
        return new Person(server).post('/api/auth/password/reset/confirm/', body)
      }),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a change of password', () => {
  it('[S7.16] [S7.17] [S26] [S27] a change of password needs a proof of the old one in the same session, and ends the other session', async () => {
    const form = registration()
    const [here, elsewhere] = [new Person(server), new Person(server)]
    Object.assign(here, (await here.post('/api/auth/register/', form)).body)
    Object.assign(elsewhere, (await elsewhere.post('/api/auth/login/', { email: form.email, password })).body)

    const unproven = await here.put('/api/auth/password/change/', pair)
    expect([unproven.status, unproven.body.code]).toEqual([403, 'password_proof_missing'])
    expect((await here.post('/api/auth/password/check/', { old_password: password })).status).toBe(200)
    expect((await elsewhere.put('/api/auth/password/change/', pair)).status).toBe(403)
    expect((await here.put('/api/auth/password/change/', pair)).status).toBe(200)
    expect((await here.put('/api/auth/password/change/', pair)).status).toBe(403)

    expect((await here.get('/api/user/profile/')).status).toBe(200)
    expect((await elsewhere.get('/api/user/profile/')).status).toBe(401)
    const refresh = ({ refresh: token }: Person) => here.post('/api/auth/token/refresh/', { refresh: token })
    expect([(await refresh(here)).status, (await refresh(elsewhere)).body.code]).toEqual([200, 'token_revoked'])
  })

  it('[S3.14] a change of password sends its owner a notification and a letter', async () => {
    const person = await newcomer(server)
    await person.post('/api/auth/password/check/', { old_password: password })
    await person.put('/api/auth/password/change/', pair)
    const { body } = await person.get('/api/notifications/')
    expect(body.results).toMatchObject([{ kind: 'security', title: 'Пароль змінено' }])
    const letter = await letterTo(server, person.email!, 'Ваш пароль змінено')
    expect(letter).toContain(`${server.origin}/reset-password/email`)
    expect(letter).not.toContain(next)
  })

  it('[S26] a change of password is refused once the proof of the old one has expired', async () => {
    const person = await newcomer(server)
    await person.post('/api/auth/password/check/', { old_password: password })
    await letLinksExpire(server, person.userId!)
    expect((await person.put('/api/auth/password/change/', pair)).body.code).toBe('password_proof_missing')
  })

  it('a change of password is refused if its session ends meanwhile, and the old password stays', async () => {
    const person = await newcomer(server)
    await person.post('/api/auth/password/check/', { old_password: password })
    const held = await holdRow(server, 'users', person.userId!)
    const change = person.put('/api/auth/password/change/', pair)
    await held.until(1)
    await held.client.query('update refresh_families set revoked_at = now() where user_id = $1', [person.userId])
    await held.letGo()
    expect([(await change).status, (await change).body.code]).toEqual([401, 'token_revoked'])
    expect((await person.post('/api/auth/login/', { email: person.email, password })).status).toBe(200)
  })

  it('a new password is hashed only after its session has proven the old one', async () => {
    const person = await newcomer(server)
    // The first check of a password in a process also hashes one of nobody.
    await person.post('/api/auth/password/check/', { old_password: 'не-той-пароль-7' })
    const { memoryCost } = passwordCost
    let hashed = 0
    const count = () => ((hashed += 1), memoryCost)
    Object.defineProperty(passwordCost, 'memoryCost', { configurable: true, get: count })
    const change = async () => [(await person.put('/api/auth/password/change/', pair)).status, hashed]
    const unproven = await change()
    await person.post('/api/auth/password/check/', { old_password: password })
    const proven = await change()
    Object.defineProperty(passwordCost, 'memoryCost', { value: memoryCost, writable: true })
    expect([unproven, proven]).toEqual([
      [403, 0],
      [200, 1],
    ])
  })

  it('a guest can neither check the old password nor change it: 401', async () => {
    const guest = new Person(server)
    expect((await guest.post('/api/auth/password/check/', { old_password: password })).status).toBe(401)
    expect((await guest.put('/api/auth/password/change/', pair)).status).toBe(401)
  })

  it('[S8.20] a wrong old password gets 400 on its field, and not 401', async () => {
    const person = await newcomer(server)
    const { status, body } = await person.post('/api/auth/password/check/', { old_password: 'не той' })
    expect([status, body.code, body.fields]).toEqual([
      400,
      'wrong_password',
      { old_password: 'Невірний старий пароль' },
    ])
  })

  it.each([
    ['two passwords that differ', { ...pair, new_password2: `${next}x` }, 'new_password2', 'Паролі не співпадають'],
    [
      'a password of seven characters',
      { new_password1: '1234567', new_password2: '1234567' },
      'new_password1',
      'Пароль повинен містити мінімум 8 символів',
    ],
  ])('[S5.02] [S5.04] a change of password refuses %s', async (_what, body, field, sentence) => {
    const person = await newcomer(server)
    await person.post('/api/auth/password/check/', { old_password: password })
    expect((await person.put('/api/auth/password/change/', body)).body.fields).toEqual({ [field]: sentence })
  })
})

describe('the log of the server', () => {
  it('[S25] [S48] the server log contains no e-mail address, password, token or link of a person', async () => {
    const person = await newcomer(server)
    const { uid, token } = await resetLink(person.email!)
    await person.post('/api/auth/login/', { email: person.email, password: 'секретний-не-той' })
    await person.get(`/reset-password/${uid}/${token}`)
    await person.get(`/auth-callback?code=${token}&state=${token}`)
    const renewed = (await person.post('/api/auth/token/refresh/', { refresh: person.refresh })).body
    await person.post('/api/auth/password/reset/confirm/', { uid, token, ...pair })
    await person.post('/api/auth/token/refresh/', { refresh: person.refresh })
    await until(async () => log.some((line) => line.includes('/api/auth/password/reset/confirm/')))

    const written = log.join('\n')
    for (const secret of [
      token,
      next,
      password,
      person.access!,
      person.refresh!,
      renewed.refresh,
      'секретний-не-той',
    ]) {
      expect(written).not.toContain(secret)
    }
    expect(written).not.toContain('@person.example')
  })

  it('[S48] the server log shows a failed query without its values, such as e-mail addresses and mailed links', async () => {
    const person = await newcomer(server)
    const { pool } = server.services
    await pool.query('alter table letter_requests rename to letter_requests_away')
    const { status } = await new Person(server).post('/api/auth/password/reset/', { email: person.email })
    await pool.query('alter table letter_requests_away rename to letter_requests')
    expect(status).toBe(500)
    await until(async () => log.some((line) => line.includes('request failed') && line.includes('insert into')))
    const written = log.join('\n')
    expect(written).not.toContain('@person.example')
    expect(written).not.toContain('/reset-password/')
  })
})

it('16 password checks from one network run two at a time, in the queue of log-ins', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newcomer(server)))
  const { other } = server.app.entrance
  const run = other.run.bind(other)
  const seen = { inLine: 0, running: 0, most: 0 }
  const spy = vi.spyOn(other, 'run').mockImplementation((work) =>
    run(async () => {
      seen.inLine += 1
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
      return work().finally(() => (seen.running -= 1))
    }),
  )
  const wrong = 'не-той-пароль-7'
  const calls = people.flatMap((person) => [
    person.post('/api/auth/password/check/', { old_password: wrong }),
    person.post('/api/auth/email/change/', { new_email: `new-${person.email}`, password: wrong }),
    person.post('/api/user/delete/', { password: wrong }),
    person.put('/api/auth/password/change/', pair),
  ])
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  spy.mockRestore()
  expect(new Set(statuses)).toEqual(new Set([400, 403]))
  expect(seen).toEqual({ inLine: calls.length, running: 0, most: 2 })
})
