import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { linkIn } from '../support/letters.ts'
import { newcomer, Person, password, registration } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const next = 'зовсім-новий-пароль-8'
const pair = { new_password1: next, new_password2: next }

async function resetLink(address: string): Promise<{ uid: string; token: string }> {
  await new Person(server).post('/api/auth/password/reset/', { email: address })
  return linkIn(server, address, 'reset-password')
}

describe('a forgotten password', () => {
  it('[S7.14] [S7.15] is replaced by the link of a letter, once, and every session of the account ends', async () => {
    const form = registration()
    const person = new Person(server)
    const session = (await person.post('/api/auth/register/', form)).body
    const link = await resetLink(form.email)
    expect((await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })).status).toBe(200)

    expect((await person.post('/api/auth/login/', { email: form.email, password })).status).toBe(400)
    expect((await person.post('/api/auth/login/', { email: form.email, password: next })).status).toBe(200)
    expect((await person.post('/api/auth/token/refresh/', { refresh: session.refresh })).status).toBe(401)
    const again = await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })
    expect([again.status, again.body.code]).toEqual([400, 'reset_link_invalid'])
  })

  it('[S2.04] is answered alike for a known and an unknown address', async () => {
    const form = registration()
    await new Person(server).post('/api/auth/register/', form)
    const ask = (email: string) => new Person(server).post('/api/auth/password/reset/', { email })
    const [known, unknown] = [await ask(form.email), await ask('nobody@person.example')]
    expect([known.status, known.text]).toEqual([200, unknown.text])
  })

  it('the link is dead for another account, when tampered with, and after the password changed otherwise', async () => {
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
    }
    await person.post('/api/auth/password/check/', { old_password: password })
    await person.put('/api/auth/password/change/', pair)
    const { body } = await person.post('/api/auth/password/reset/confirm/', { ...link, ...pair })
    expect(body.code).toBe('reset_link_invalid')
  })
})

describe('a change of password', () => {
  it('[S7.16] [S7.17] needs the old one proven to the server, and ends every other session', async () => {
    const form = registration()
    const [here, elsewhere] = [new Person(server), new Person(server)]
    here.access = (await here.post('/api/auth/register/', form)).body.access
    elsewhere.access = (await elsewhere.post('/api/auth/login/', { email: form.email, password })).body.access

    const unproven = await here.put('/api/auth/password/change/', pair)
    expect([unproven.status, unproven.body.code]).toEqual([403, 'password_proof_missing'])
    expect((await here.post('/api/auth/password/check/', { old_password: password })).status).toBe(200)
    expect((await elsewhere.put('/api/auth/password/change/', pair)).status).toBe(403)
    expect((await here.put('/api/auth/password/change/', pair)).status).toBe(200)
    expect((await here.put('/api/auth/password/change/', pair)).status).toBe(403)

    expect((await here.get('/api/user/profile/')).status).toBe(200)
    expect((await elsewhere.get('/api/user/profile/')).status).toBe(401)
  })

  it('[S8.20] a wrong old password is a 400 on its field, never a 401', async () => {
    const person = await newcomer(server)
    const { status, body } = await person.post('/api/auth/password/check/', { old_password: 'не той' })
    expect([status, body.code, body.fields]).toEqual([
      400,
      'wrong_password',
      { old_password: 'Невірний старий пароль' },
    ])
  })

  it.each([
    ['two that differ', { ...pair, new_password2: `${next}x` }, 'new_password2', 'Паролі не співпадають'],
    [
      'a short one',
      { new_password1: '1234567', new_password2: '1234567' },
      'new_password1',
      'Пароль повинен містити мінімум 8 символів',
    ],
  ])('[S5.02] [S5.04] refuses %s', async (_what, body, field, sentence) => {
    const person = await newcomer(server)
    await person.post('/api/auth/password/check/', { old_password: password })
    expect((await person.put('/api/auth/password/change/', body)).body.fields).toEqual({ [field]: sentence })
  })
})
