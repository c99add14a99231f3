import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, type Person } from '../support/person.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer({ production: true, logLevel: 'silent' })
  person = await newcomer(server)
})
afterAll(() => server.close())

const secret = 'echo-me-not'

function speak(bytes: string): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (text += part))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
      resolve({
        status: Number(first.split(' ')[1]),
        headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
        body,
      })
    })
  })
}

const ask = (address: string, method = 'GET') =>
  speak(`${method} ${address} HTTP/1.1\r\nHost: iq.example\r\nConnection: close\r\n\r\n`)

const protections = {
  'content-security-policy': expect.stringContaining("default-src 'self'"),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': expect.any(String),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

type Answer = Awaited<ReturnType<typeof speak>>

function expectOurRefusal({ status, headers, body }: Answer, expected: number, code: string) {
  expect([status, JSON.parse(body)]).toEqual([
    expected,
    {
      detail: expect.stringMatching(/[а-яіїєґ]{3}/i),
      code,
      status_code: expected,
      ...(code === 'validation_failed' && { fields: expect.anything() }),
    },
  ])
  expect(Object.fromEntries(headers)).toMatchObject(protections)
  expect(headers.get('content-type')).toContain('json')
  expect(body).not.toContain(secret)
}

const long = `${secret}${'a'.repeat(201)}`

describe('[S40] [S45] a refusal before any route has the common form and every protecting header, and echoes nothing', () => {
  it.each([
    ['an address that cannot be decoded', () => ask(`/%zz${secret}`), 400, 'bad_url'],
    [
      'an address of the API that cannot be decoded',
      () => ask(`/api/exam-meta/${secret}%E0%A4%A/`, 'POST'),
      400,
      'bad_url',
    ],
    ['an id longer than any', () => ask(`/api/attempt-timeline/${long}/`), 401, 'not_authenticated'],
    ['an id longer than any, of an open call', () => ask(`/api/test-info/${long}/`), 400, 'validation_failed'],
    ['an address that is not there', () => ask(`/api/${secret}/`), 404, 'not_found'],
    ['a method that the address does not know', () => ask('/api/footer/', 'DELETE'), 405, 'method_not_allowed'],
    ['bytes that are no HTTP', () => speak(`${secret} \0\r\n\r\n`), 400, 'bad_request'],
    [
      'a head that is too large',
      () => speak(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${secret}${'a'.repeat(20_000)}\r\n\r\n`),
      431,
      'headers_too_large',
    ],
  ])(
    'a refusal has the common form and every protecting header, and echoes nothing: %s',
    async (_what, answer, status, code) => {
      expectOurRefusal(await answer(), status, code)
    },
  )

  it('an internal error is a 500 in the common form with every protecting header, and echoes nothing', async () => {
    // Every statement fails during this one call: the first one could belong to the newcomer's letter.
    vi.spyOn(server.services.pool, 'query').mockRejectedValue(new Error(`${secret} at select 1`) as never)
    const { status, headers, text } = await person.get('/api/footer/')
    vi.restoreAllMocks()
    expectOurRefusal({ status, headers: new Map(headers), body: text }, 500, 'internal_error')
  })

  it('a page or an asset that is not there is a 404 with “no-store”, so that no proxy keeps it', async () => {
    for (const address of ['/assets/', '/assets/.', '/assets/none.js', '/none.js', '/media/']) {
      expectOurRefusal(await ask(address), 404, 'not_found')
    }
  })
})

describe('[S46] a method that an address does not know', () => {
  it.each([
    ['DELETE', '/api/user/profile/', 'GET, HEAD, PUT'],
    ['GET', '/api/auth/login/', 'POST'],
    ['PATCH', '/api/exam-meta/734/', 'GET, HEAD, POST'],
    ['TRACE', '/api/footer/', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/assets/page.js', 'GET, HEAD'],
  ])('%s %s is 405, and its Allow header is %s', async (method, address, allow) => {
    const { status, headers } = await ask(address, method)
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })

  it('any method is 404 at an address that does not exist', async () => {
    for (const method of ['DELETE', 'POST', 'GET']) expect((await ask('/api/none/', method)).status).toBe(404)
  })
})
