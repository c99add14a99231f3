import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestTryMs } from '../../src/http/send.ts'
import { peakMemory } from '../../benches/server/cpu.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { listenToLog } from '../support/log.ts'
import { newcomer, type Person } from '../support/person.ts'
import { until } from '../support/exam-calls.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
  person = await newcomer(server)
})
afterAll(() => server.close())

const mebibyte = 1024 * 1024
const login = (body: BodyInit, headers: Record<string, string> = {}, more: object = {}, origin = server.origin) =>
  fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...more,
  })

/** Sends bytes and returns what the server says before it hangs up, or before half a second of silence after its first words. */
async function raw(...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  // The timer starts with the reply: else a machine that is busy for half a second would cut off what is not said yet.
  socket.once('data', () => socket.setTimeout(500, () => socket.destroy()))
  // `once` would reject if the server resets the connection.
  await new Promise((resolve) => socket.once('close', resolve))
  return said
}

const isServed = async () => (await person.get('/api/user/profile/')).status

describe('an odd method', () => {
  it('[S46] the server answers HEAD with the status of GET and an empty body, with and without a session', async () => {
    for (const [path, headers] of [
      ['/', {}],
      ['/api/footer/', {}],
      ['/api/user/profile/', {}],
      ['/api/user/profile/', { authorization: `Bearer ${person.access}` }],
    ] as const) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => fetch(server.origin + path, { method, headers })),
      )
      expect([path, head!.status, await head!.text()]).toEqual([path, get!.status, ''])
    }
  })

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'BREW'])(
    '[S46] the server refuses the method %s without echoing its headers',
    async (method) => {
      const said = await raw(`${method} /api/footer/ HTTP/1.1\r\nHost: iq.example\r\nX-Secret: told-to-nobody\r\n\r\n`)
      expect(said).not.toMatch(/^HTTP\/1\.1 [123]/)
      expect(said).not.toContain('told-to-nobody')
      expect(await isServed()).toBe(200)
    },
  )

  it('[S46] the server ignores a method override in a header or a query', async () => {
    for (const headers of [{ 'x-http-method-override': 'PUT' }, { 'x-method-override': 'DELETE' }]) {
      const reply = await fetch(`${server.origin}/api/user/profile/?_method=PUT`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ first_name: 'Хтось' }),
      })
      expect([404, 405]).toContain(reply.status)
    }
    expect((await person.get('/api/user/profile/')).body.first_name).not.toBe('Хтось')
  })
})

describe('a body', () => {
  it('[S46] the server refuses a body with a Content-Length of 100 MiB before the body arrives', async () => {
    const said = await raw(
      `POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${100 * mebibyte}\r\n\r\n{`,
    )
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(said).toContain('"code":"body_too_large"')
  })

  it('[S46] the server cuts off a body of 100 MiB without a Content-Length before half of it is sent', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 100) controller.close()
        else controller.enqueue(new Uint8Array(mebibyte).fill(0x20))
      },
    })
    const outcome = await login(endless, {}, { duplex: 'half' }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(outcome)
    expect(sent).toBeLessThan(50)
  })

  // Only Linux reports it.
  const peakOf = ({ pid }: SpawnedServer) => (process.platform === 'linux' ? peakMemory(pid) : 0)
  const bomb = Buffer.from(`{"email":"${' '.repeat(20 * mebibyte)}"}`)
  it.each([
    ['gzip', '', gzipSync(bomb)],
    ['deflate', ' @full', deflateSync(bomb)],
    ['br', ' @full', brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('[S46] the server does not unpack a compression bomb in %s%s', async (encoding, _extent, packed) => {
    expect(packed.length).toBeLessThan(mebibyte)
    // A separate process: this one needs memory for other things.
    const alone = await spawnServer({ ...server.config, logLevel: 'silent' }, 'bombed')
    try {
      const send = (body: BodyInit, headers: Record<string, string> = {}) => login(body, headers, {}, alone.origin)
      await send('{}')
      const memory = peakOf(alone)
      expect([400, 413, 415]).toContain((await send(packed, { 'content-encoding': encoding })).status)
      expect(peakOf(alone) - memory).toBeLessThan(15)
    } finally {
      await alone.kill()
    }
  })

  it.each([
    ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['30,000 nested objects', '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)],
    ['50,000 nested arrays in place of a list', `{"answers":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join()}}`],
    ['a number with an exponent of 1,000 digits', `{"email":1e${'9'.repeat(1000)}}`],
    ['an address of 200,000 characters', JSON.stringify({ email: `${'a'.repeat(200_000)}@b.example`, password: 'x' })],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('[S46] the server refuses a body of %s within two seconds', async (_what, body) => {
    const begun = performance.now()
    const { status } = await login(body)
    expect([400, 413]).toContain(status)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})

describe('a request head', () => {
  it.each([
    ['of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    ['with two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'with a length and chunked encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['with a folded line', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n', 400],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('[S46] the server refuses a request head %s', async (_what, head, status) => {
    expect(await raw(head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(await isServed()).toBe(200)
  })
})

it('[S46] [C.06] the server cuts off a slow log-in body when the body clock runs out, and waits for slow bodies with answers', async () => {
  const { bodyClock } = server.app
  const usual = bodyClock.ms
  bodyClock.ms = 200
  const drip = ([method, path]: readonly [method: string, path: string]) => {
    async function* drops() {
      for (const piece of ['{"ticket":"', ...'a-ticket-of-nobody', '"}']) {
        // The pieces together take longer than the 200 ms of the body clock.
        await pause(30)
        yield new TextEncoder().encode(piece)
      }
    }
    const headers = { 'content-type': 'application/json' }
    const body = Readable.toWeb(Readable.from(drops()))
    return fetch(server.origin + path, { method, headers, body, duplex: 'half' } as RequestInit).then(
      async (reply) => ((await reply.json()) as { code: string }).code,
      () => 'cut off',
    )
  }
  const purchase = '0d9f3c52-6f0e-4a55-9a5a-8f1f0c1f1000'
  const answers = [
    ['PUT', `/api/exam-answers/${purchase}/`],
    ['POST', `/api/exam-meta/${purchase}/`],
    ['POST', `/api/test-meta/${purchase}/`],
  ] as const
  const [signIn, ...ofAnswers] = await Promise.all([['POST', '/api/auth/login/'] as const, ...answers].map(drip))
  bodyClock.ms = usual
  expect(['request_timeout', 'cut off']).toContain(signIn)
  expect(ofAnswers).toEqual(answers.map(() => expect.stringMatching(/^(ticket_invalid|validation_failed)$/)))
})

it('[S46] 200 slow senders of heads and bodies delay no other call, and the server disconnects them when their time is over', async () => {
  const log = listenToLog(server)
  const { server: http, bodyClock } = server.app
  expect(http.headersTimeout).toBeLessThanOrEqual(30_000)
  expect(bodyClock.ms).toBeLessThanOrEqual(30_000)
  // Longer than a client waits; Node checks half a minute later at the most.
  expect(http.requestTimeout).toBeGreaterThan(longestTryMs)
  expect(http.requestTimeout).toBeLessThan(2 * longestTryMs)
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
      let said = ''
      socket.on('data', (chunk) => {
        said += chunk.toString()
      })
      socket.on('error', () => {})
      await once(socket, 'connect')
      const head = 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
      socket.write(n % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\n{`)
      return { socket, said: () => said }
    }),
  )
  const begun = performance.now()
  expect(await isServed()).toBe(200)
  expect(performance.now() - begun).toBeLessThan(2000)

  // Node checks every half minute. Here the time is over immediately, and the check runs now.
  const { headersTimeout, requestTimeout } = http
  Object.assign(http, { headersTimeout: 1, requestTimeout: 2 })
  const ofNode = http as unknown as Record<symbol, { _onTimeout(): void }>
  const look = Object.getOwnPropertySymbols(http).find(
    ({ description }) => description === 'http.server.connectionsCheckingInterval',
  )
  await until(async () => {
    ofNode[look!]!._onTimeout()
    return slow.every(({ socket }) => socket.closed)
  })
  Object.assign(http, { headersTimeout, requestTimeout })
  expect(new Set(slow.filter((_, n) => n % 2 === 0).map(({ said }) => said().slice(0, 12)))).toEqual(
    new Set(['HTTP/1.1 408']),
  )
  expect(await isServed()).toBe(200)
  // A connection that either side has ended is no fault of ours, and nobody should be called.
  expect(log.filter((line) => line.includes('request failed'))).toEqual([])
})
