import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'

let server: TestServer
let person: Person
let purchaseId: string
beforeAll(async () => {
  server = await startTestServer()
  person = await newcomer(server)
  purchaseId = await givePurchase(server, person)
})
afterAll(() => server.close())

/** The endpoints that this server serves, each with an address. Those not served yet are left out. */
const served = () =>
  endpoints
    .filter(({ method, path }) => server.app.hasRoute({ method, url: path }))
    .map((endpoint) => ({ ...endpoint, address: endpoint.path.replace(':id', purchaseId) }))

/** Expects a refusal in Ukrainian, with code and status, that shows nothing of the inside. */
function expectClearRefusal(status: number, text: string): void {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  const body = JSON.parse(text)
  expect(body).toMatchObject({
    detail: expect.stringMatching(/[а-яіїєґ]{3}/i),
    code: expect.stringMatching(/^[a-z_]+$/),
    status_code: status,
  })
  const known = ['detail', 'code', 'status_code', 'message', 'fields', 'result_url']
  expect(Object.keys(body).filter((name) => !known.includes(name))).toEqual([])
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|select |insert |postgres/i)
}

async function send(address: string, method: string, body: string, contentType = 'application/json') {
  const response = await fetch(server.origin + address, {
    method,
    headers: { 'content-type': contentType, authorization: `Bearer ${person.access}` },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** A body that is valid except for its texts. */
const filledWith = (text: string) => ({
  email: 'filled@person.example',
  first_name: text,
  last_name: text,
  password: text,
  old_password: text,
  password1: `${text}-довгий-пароль`,
  password2: `${text}-довгий-пароль`,
  new_password1: `${text}-довгий-пароль`,
  new_password2: `${text}-довгий-пароль`,
  refresh: text,
  uid: text,
  token: text,
  code: text,
  code_verifier: text.repeat(20),
  message: text.repeat(10),
  words: text.repeat(10),
  question_id: text,
  test_id: text,
  idempotency_key: text.repeat(5),
  receipt: text,
  consents: [
    { kind: 'offer', version: text, accepted: true },
    { kind: 'privacy', version: text, accepted: true },
  ],
  answers: [{ question_id: text, value: text }],
  events: [{ question_id: text, value: text, epoch: 1, seq: 1, device_id: text }],
})

describe('every call that takes a body', () => {
  const bad: [string, string, string?][] = [
    ['broken JSON', '{"a":'],
    ['JSON that is no object', '[1,2,3]'],
    ['a bare null', 'null'],
    ['missing fields', '{}'],
    [
      'wrong types',
      '{"email":7,"password":{},"refresh":[],"answers":"x","events":{},"test_id":{},"idempotency_key":1,"receipt":5,"ids":3,"first_name":[],"message":1,"code":2,"token":{}}',
    ],
    ['a key that reaches for a prototype', '{"__proto__":{"admin":true}}'],
    ['a body of 10 MB', JSON.stringify({ email: 'x'.repeat(10 * 1024 * 1024) })],
    ['another content type', 'email=a', 'text/plain'],
    ['a form', 'email=a', 'application/x-www-form-urlencoded'],
  ]
  /** All fields of these calls are optional, so an empty object lacks no field. */
  const needsNothing = new Set(['updateProfile', 'readNotifications'])

  it.each(bad.map(([what, ...rest]) => [what, what.endsWith('MB') ? ' @full' : '', ...rest] as const))(
    '[S42] [S46] every call with a body answers %s with a clear refusal%s',
    async (what, _extent, body, contentType) => {
      for (const { name, method, address } of served().filter((endpoint) => endpoint.body !== undefined)) {
        if (what === 'missing fields' && needsNothing.has(name)) continue
        const { status, text } = await send(address, method, body, contentType)
        expect(text, `${name}: ${status}`).toContain('status_code')
        expectClearRefusal(status, text)
      }
    },
  )
})

describe('a text that PostgreSQL cannot hold', () => {
  it.each([
    ['a NUL', 'a\u0000b'],
    ['the first half of a surrogate pair', 'a\ud83db'],
    ['the second half of a surrogate pair', 'a\ude00b'],
  ])('no call answers a text with %s in it with a status of 500 or above', async (_what, text) => {
    for (const { name, method, address } of served().filter((endpoint) => endpoint.body !== undefined)) {
      const { status } = await send(address, method, JSON.stringify(filledWith(text)))
      expect([name, status < 500]).toEqual([name, true])
    }
  })
})

it('a start key with a NUL in it gets a clear refusal', async () => {
  const { status, text } = await person.call('GET', `/api/exam-meta/${purchaseId}/?start_key=abcdefgh%00`)
  expectClearRefusal(status, text)
})

describe('every call with an id', () => {
  it.each(['no-such-id', '00000000-0000-4000-8000-000000000000', '%27%3B--', '1', '..%2F..%2Fetc', 'x'.repeat(150)])(
    '[S04] every call with an id answers the unknown id %s with a clear refusal',
    async (id) => {
      for (const { method, path, body } of served().filter((endpoint) => endpoint.path.includes(':id'))) {
        const reply = await person.call(
          method,
          path.replace(':id', id),
          body && { answers: [], events: [], ticket: 'x'.repeat(43) },
        )
        expectClearRefusal(reply.status, reply.text)
      }
    },
  )
})

describe('an address that is not served', () => {
  it.each([
    ['GET', '/api/'],
    ['GET', '/api/nothing/'],
    ['DELETE', '/api/user/profile/'],
    ['POST', '/api/footer/'],
    ['GET', '/media/none.png'],
    ['GET', '/assets/none.js'],
  ])('%s %s is not served, and is refused as JSON', async (method, address) => {
    const { status, text } = await person.call(method, address)
    expectClearRefusal(status, text)
  })
})

describe('a guest', () => {
  it('a guest with a forged token gets 401 from every call that needs a session', async () => {
    for (const { method, address, name } of served().filter((endpoint) => endpoint.auth === 'bearer')) {
      const response = await fetch(server.origin + address, {
        method,
        headers: { 'content-type': 'application/json', authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      expect([name, response.status]).toEqual([name, 401])
    }
  })
})
