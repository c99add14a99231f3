import { type EventEmitter, once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ClientHttp2Session } from 'node:http2'
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { findProxy } from '../../scripts/test-run/find-proxy.mjs'
import { rateCounters } from '../../server/db/schema/accounts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { ask, type Caddy, type Http2Reply, openHttp2, replyOf, startCaddy } from '../support/caddy.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamAmidDeaths } from '../support/exam-amid-deaths.ts'
import { until } from '../support/exam-calls.ts'
import { freePort } from '../support/free-port.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer, registration } from '../support/person.ts'
import type { Send } from '../support/retrying-client.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'

const program = findProxy()
const json = { 'content-type': 'application/json' }

/** Two processes on one database with the shipped limits, behind Caddy with the shipped Caddyfile. */
let one: TestServer
let other: TestServer
let caddy: Caddy
/** Connections to it that stay quiet while the other tests play. */
let closings: ReturnType<typeof leaveConnectionsQuiet>
/** The calls that each process got, `GET /path`. */
const asked = { one: [] as string[], other: [] as string[] }

beforeAll(async () => {
  if (program === null) return
  const config = { trustedProxies: 1, limitFactor: 1, publicOrigin: 'https://iq.example' }
  one = await startTestServer(config)
  other = await startTestServer({ ...config, sharing: one })
  for (const [name, { app }] of [['one', one] as const, ['other', other] as const]) {
    app.server.on('request', ({ method, url }) => asked[name].push(`${method} ${url}`))
  }
  caddy = await startCaddy(program, [one, other].map(hostOf))
  closings = leaveConnectionsQuiet(caddy)
})
afterAll(async () => {
  await caddy?.stop()
  await other?.close()
  await one?.close()
})

const hostOf = ({ origin }: { origin: string }) => new URL(origin).host

/** Skips a test without Caddy; otherwise returns its path. */
function caddyOrSkip(context: TestContext): string {
  return program ?? context.skip('there is no Caddy: apt-get install caddy, or CADDY_PATH')
}

async function onConnection<T>(to: Caddy, work: (session: ClientHttp2Session) => Promise<T>): Promise<T> {
  const session = openHttp2(to)
  try {
    return await work(session)
  } finally {
    session.destroy()
  }
}

it('exams over HTTP/2 lose nothing acknowledged while each of two processes is killed and restarted @full', async (context) => {
  const path = caddyOrSkip(context)
  const keeper = await startTestServer()
  await keeper.services.jobs.stop()
  const configs = [await freePort(), await freePort()].map((port) => ({ ...keeper.config, port, trustedProxies: 1 }))
  const spawnOne = (number: number) => spawnServer(configs[number]!, `proxied-${number}`)
  const servers: SpawnedServer[] = await Promise.all([spawnOne(0), spawnOne(1)])
  const proxy = await startCaddy(path, servers.map(hostOf))
  const deaths = [0, 0]
  let sent = 0
  let isOver = false

  async function killByTurns(): Promise<void> {
    for (let number = 0; !isOver; number = 1 - number) {
      const after = sent + 30
      await until(async () => isOver || sent > after)
      await servers[number]!.kill()
      deaths[number]! += 1
      servers[number] = await spawnOne(number)
    }
  }

  const taken: TakenExam[] = []
  /** Takes at least two exams, each over one connection of HTTP/2, and more until each process has died twice. */
  async function lane(number: number): Promise<void> {
    for (let exam = 0; exam < 2 || (Math.min(...deaths) < 2 && exam < 40); exam += 1) {
      const person = await newcomer(keeper)
      const purchaseId = await givePurchase(keeper, person, 'logichnij-proba')
      const chance = seededChance(100 * number + exam)
      const takeIt = (session: ClientHttp2Session) => {
        const send: Send = async (target, { method, headers, body }) => {
          sent += 1
          const call = { headers, ...(body !== undefined && { body }) }
          const reply = await ask(session, method, target.slice(proxy.origin.length), call)
          return { status: reply.status, text: String(reply.body) }
        }
        return takeExamAmidDeaths({ origin: () => proxy.origin, send }, person, purchaseId, chance)
      }
      taken.push(await onConnection(proxy, takeIt))
    }
  }

  try {
    const killing = killByTurns()
    await Promise.all(Array.from({ length: 8 }, (_, number) => lane(number)))
    isOver = true
    await killing
    const counts = await countLosses(keeper.services.db, servers[0]!.origin, taken)
    console.log(JSON.stringify({ deaths, sent, ...counts }))
    expect(counts).toMatchObject(nothingWrong)
    expect(Math.min(...deaths)).toBeGreaterThan(1)
  } finally {
    isOver = true
    await Promise.all(servers.map((server) => server.kill()))
    await proxy.stop()
    await keeper.close()
  }
}, 600_000)

describe('Caddy with the shipped Caddyfile', () => {
  it('Caddy carries 160 concurrent reads and saves on one HTTP/2 connection, and each of two processes answers 80 @full', async (context) => {
    caddyOrSkip(context)
    const exams = await Promise.all(Array.from({ length: 20 }, () => startedExam(one)))
    asked.one.length = asked.other.length = 0
    await onConnection(caddy, async (session) => {
      const [{ maxConcurrentStreams }] = await once(session, 'remoteSettings')
      expect(maxConcurrentStreams).toBeGreaterThanOrEqual(160)
      const save = (number: number) => {
        const { ticket, events, purchaseId } = exams[number % exams.length]!
        const event = { ...events[0]!, seq: 2 + Math.floor(number / exams.length) }
        const body = JSON.stringify({ ticket, events: [event] })
        return ask(session, 'PUT', `/api/exam-answers/${purchaseId}/`, { headers: json, body })
      }
      const calls = Array.from({ length: 80 }, (_, number) => [save(number), ask(session, 'GET', '/api/bundles/')])
      const replies = await Promise.all(calls.flat())
      expect(replies.map(({ status }) => status)).toEqual(Array(160).fill(200))
    })
    for (const { stored } of exams) expect(await stored()).toHaveLength(4)
    const ofCalls = [asked.one, asked.other].map((all) => all.filter((call) => !call.endsWith('/readyz')).length)
    expect(ofCalls).toEqual([80, 80])
  })

  it('Caddy carries a slow body and a reply that nobody reads, and no other call on the connection waits for them @full', async (context) => {
    caddyOrSkip(context)
    const exam = await startedExam(one)
    const body = Buffer.from(JSON.stringify({ ticket: exam.ticket, events: exam.events }))
    await onConnection(caddy, async (session) => {
      const unread = session.request({ ':path': '/api/docs/json' })
      const path = `/api/exam-answers/${exam.purchaseId}/`
      const slow = session.request({ ':method': 'PUT', ':path': path, ...json, 'content-length': body.length })
      const reply = replyOf(slow)
      for (let at = 0; at < body.length; at += 200) {
        slow.write(body.subarray(at, at + 200))
        const { status } = await ask(session, 'GET', '/api/bundles/')
        expect(status).toBe(200)
        await pause(100)
      }
      slow.end()
      expect((await reply).status).toBe(200)
      unread.destroy()
    })
    expect(await exam.stored()).toHaveLength(exam.events.length)
  })

  it('Caddy passes on the server’s own refusal of a body that is too slow or too large @full', async (context) => {
    caddyOrSkip(context)
    const exam = await startedExam(one)
    for (const { app } of [one, other]) app.bodyClock.ms = 500
    await onConnection(caddy, async (session) => {
      const large = JSON.stringify({ ticket: exam.ticket, events: [], answers: 'x'.repeat(600_000) })
      const path = `/api/exam-answers/${exam.purchaseId}/`
      const tooLong = Array.from({ length: 20 }, () => {
        const head = { ':method': 'POST', ':path': '/api/auth/login/', ...json, 'content-length': 100 }
        const stream = session.request(head)
        stream.write('{')
        return replyOf(stream)
      })
      expect((await Promise.all(tooLong)).map(codeOf)).toEqual(Array(20).fill('request_timeout'))
      // The server ends the connection after its refusal. If Caddy notices the end first, it says 502, and clients send again.
      const tooLarge: string[] = []
      while (tooLarge.length < 8) {
        const reply = await ask(session, 'PUT', path, { headers: json, body: large })
        if (reply.status !== 502) tooLarge.push(codeOf(reply))
      }
      expect(tooLarge).toEqual(Array(8).fill('body_too_large'))
    })
    for (const { app } of [one, other]) app.bodyClock.ms = 30_000
  })

  it('Caddy passes on that a body was cut in the middle: the server stores nothing of it and answers the next call @full', async (context) => {
    caddyOrSkip(context)
    const exam = await startedExam(one)
    const path = `/api/exam-answers/${exam.purchaseId}/`
    const body = JSON.stringify({ ticket: exam.ticket, events: exam.events })
    const half = Buffer.from(body).subarray(0, body.length / 2)
    const head = { ...json, 'content-length': Buffer.byteLength(body) }
    const saves: IncomingMessage[] = []
    for (const { app } of [one, other]) {
      app.server.on('request', (request) => void (request.method === 'PUT' && saves.push(request)))
    }
    /** `isBegun`: a server has begun to read the save of this number. `isCut`: it has heard that no more comes. */
    const isBegun = (number: number) => until(async () => (saves[number]?.socket.bytesRead ?? 0) > half.length)
    const isCut = (number: number) => until(async () => saves[number]!.destroyed && !saves[number]!.complete)
    await onConnection(caddy, async (session) => {
      for (let number = 0; number < 4; number += 1) {
        const stream = session.request({ ':method': 'PUT', ':path': path, ...head })
        stream.on('error', () => undefined)
        stream.write(half)
        await isBegun(number)
        stream.destroy()
        await isCut(number)
      }
      // With HTTP/1.1 the whole connection ends.
      const socket = await tlsTo(caddy)
      const lines = Object.entries({ host: 'localhost', ...head }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      socket.write(half)
      await isBegun(4)
      socket.destroy()
      await isCut(4)
      expect(await exam.stored()).toEqual([])
      for (const _process of [one, other]) {
        expect((await ask(session, 'PUT', path, { headers: json, body })).status).toBe(200)
      }
    })
    expect(await exam.stored()).toHaveLength(exam.events.length)
  })

  it('Caddy answers 404 or 400 to /readyz and /metrics from outside, in every spelling @full', async (context) => {
    caddyOrSkip(context)
    const written = [
      '/readyz',
      '/READYZ',
      '/readyz/',
      '/readyz?x',
      '//readyz',
      '/%72eadyz',
      '/./readyz',
      '/x/../readyz',
    ]
    const paths = [...written, '/readyz;x', '/readyz%3Fx', '/readyz%00', '/metrics', '/metrics/', '/%6detrics']
    const ofHttp2 = await onConnection(caddy, (session) =>
      Promise.all(paths.map(async (path) => [path, (await ask(session, 'GET', path)).status])),
    )
    expect(ofHttp2.filter(([, status]) => status !== 404 && status !== 400)).toEqual([])
    const socket = await tlsTo(caddy)
    const lines = ['GET https://localhost/readyz HTTP/1.1', 'host: localhost', 'connection: close', '', '']
    socket.write(lines.join('\r\n'))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
  })

  it('Caddy leaves headers and bodies of pages unchanged, with gzip, with Brotli and without compression @full', async (context) => {
    caddyOrSkip(context)
    await onConnection(caddy, async (session) => {
      for (const encoding of ['gzip', 'br', null]) {
        const headers: Record<string, string> = encoding === null ? {} : { 'accept-encoding': encoding }
        for (const path of [
          '/pytannia.html',
          '/test/logichnij.html',
          '/api/docs/json',
          '/robots.txt',
          '/api/nothing/',
        ]) {
          const straight = await straightFrom(one.origin + path, headers)
          const through = await ask(session, 'GET', path, { headers })
          expect([path, through.status, through.body.equals(straight.body)]).toEqual([path, straight.status, true])
          const { server, 'alt-svc': other, ...head } = ofItself(through.headers)
          expect([server, other]).toEqual(['Caddy', `h3=":${caddy.port}"; ma=2592000`])
          expect([path, head]).toEqual([path, ofItself(straight.headers)])
          const { etag } = straight.headers
          if (etag === undefined) continue
          const again = await ask(session, 'GET', path, { headers: { ...headers, 'if-none-match': etag } })
          expect([path, again.status, again.body.length, again.headers.etag]).toEqual([path, 304, 0, etag])
        }
      }
    })
  })

  it('Caddy passes on the real address of a caller and no forged one, so the rate limit of an address holds @full', async (context) => {
    caddyOrSkip(context)
    const { db } = one.services
    const key = 'register-address:127.0.0.1'
    await db.delete(rateCounters)
    await db.insert(rateCounters).values({ key, hits: 999, windowEndsAt: new Date(Date.now() + 600_000) })
    const register = (from: Record<string, string>) =>
      onConnection(caddy, (session) =>
        ask(session, 'POST', '/api/auth/register/', {
          headers: { ...json, ...from },
          body: JSON.stringify(registration()),
        }),
      )
    expect((await register({ 'x-forwarded-for': '198.51.100.1' })).status).toBe(200)
    const disguises = [
      { 'x-forwarded-for': '198.51.100.2' },
      { 'x-forwarded-for': '198.51.100.3, 198.51.100.4', forwarded: 'for=198.51.100.5' },
      { 'x-real-ip': '198.51.100.6', 'x-client-ip': '198.51.100.7' },
    ]
    for (const disguise of disguises) expect((await register(disguise)).status).toBe(429)
    const counted = (await db.select().from(rateCounters)).map((counter) => counter.key)
    expect(counted.filter((name) => name.includes('198.51.100'))).toEqual([])
  })

  it('Caddy redirects a call without TLS to the same address with TLS @full', async (context) => {
    caddyOrSkip(context)
    const { status, headers } = await straightFrom(`http://127.0.0.1:${caddy.plainPort}/sign-in?next=%2F`, {
      host: 'localhost',
    })
    expect([status, headers.location]).toEqual([308, `${caddy.origin}/sign-in?next=%2F`])
  })

  it('Caddy sends calls to processes that are not ready if no other one is left, and they answer a page and a save @full', async (context) => {
    const path = caddyOrSkip(context)
    const first = await startTestServer({ trustedProxies: 1 })
    const second = await startTestServer({ trustedProxies: 1, sharing: first })
    const exam = await startedExam(first)
    const proxy = await startCaddy(path, [first, second].map(hostOf))
    try {
      // The loops of their jobs end as if they had died; the rest of the processes lives.
      for (const { services } of [first, second]) services.jobs.rest()
      const found = (server: TestServer) => `"status_code":503,"host":"${hostOf(server)}"`
      for (const server of [first, second]) {
        await expect.poll(() => proxy.said(), { timeout: 20_000 }).toContain(found(server))
      }
      await onConnection(proxy, async (session) => {
        expect((await ask(session, 'GET', '/readyz')).status).toBe(404)
        const begun = performance.now()
        const body = JSON.stringify({ ticket: exam.ticket, events: exam.events })
        const replies = await Promise.all([
          ask(session, 'GET', '/pytannia.html'),
          ask(session, 'PUT', `/api/exam-answers/${exam.purchaseId}/`, { headers: json, body }),
        ])
        expect(replies.map(({ status }) => status)).toEqual([200, 200])
        // Sooner than a client gives a call up.
        expect(performance.now() - begun).toBeLessThan(12_000)
      })
    } finally {
      await proxy.stop()
      await second.close()
      await first.close()
    }
  })

  it('Caddy repeats a failed GET at the other process, and delivers no call with a body twice @full', async (context) => {
    const path = caddyOrSkip(context)
    const got: string[] = []
    const dies = await fakeProcess((call, socket) => {
      got.push(`dies ${call}`)
      socket.destroy()
    })
    const lives = await fakeProcess((call) => void got.push(`lives ${call}`))
    const methods = ['POST', 'PUT', 'DELETE', 'PATCH']
    const callAll = (proxy: Caddy) =>
      onConnection(proxy, async (session) => {
        const statuses: Record<string, number[]> = {}
        for (const method of [...methods, 'GET']) {
          for (let number = 0; number < 6; number += 1) {
            const call = method === 'GET' ? {} : { headers: json, body: JSON.stringify({ number }) }
            const { status } = await ask(session, method, `/${method}/${number}`, call)
            statuses[method] = [...(statuses[method] ?? []), status].sort()
          }
        }
        return statuses
      })
    const proxy = await startCaddy(
      path,
      [dies, lives].map(({ host }) => host),
    )
    try {
      const statuses = await callAll(proxy)
      for (const method of methods) expect([method, statuses[method]]).toEqual([method, [200, 200, 200, 502, 502, 502]])
      const sent = got.filter((call) => !call.includes('GET')).map((call) => call.replace(/^\w+ /, ''))
      expect(new Set(sent).size).toBe(sent.length)
      expect(statuses.GET).toEqual(Array(6).fill(200))
      // Nothing listens any more where one of them was.
      await dies.close()
      got.length = 0
      const { GET, ...withBody } = await callAll(proxy)
      expect(GET).toEqual(Array(6).fill(200))
      // Caddy does not know yet. Before 2.11.2 it takes a body that it could send to nobody for sent, and replies 502.
      const refused = Object.values(withBody)
        .flat()
        .filter((status) => status !== 200)
      expect(refused.filter((status) => status !== 502)).toEqual([])
      expect(got).toHaveLength(30 - refused.length)
      expect(new Set(got).size).toBe(got.length)
    } finally {
      await proxy.stop()
      await lives.close()
    }
  })

  it('Caddy closes a connection without a request head within 40 s, and a quiet used connection after 100 to 120 s @full', async (context) => {
    caddyOrSkip(context)
    const { silent, halfHead, used, usedHttp2 } = await closings
    expect([silent, halfHead].map((seconds) => seconds < 40)).toEqual([true, true])
    // A person who reads a page for a while keeps the connection.
    expect([used, usedHttp2].map((seconds) => seconds > 100 && seconds < 120)).toEqual([true, true])
  }, 150_000)
})

/** Measures after how many seconds Caddy closes quiet connections. */
async function leaveConnectionsQuiet(to: Caddy) {
  const silent = connectTcp(to.port, '127.0.0.1')
  const halfHead = await tlsTo(to)
  halfHead.write('GET / HTTP/1.1\r\nhost: localhost\r\n')
  const used = await tlsTo(to)
  used.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(used, 'data')
  const usedHttp2 = openHttp2(to)
  await ask(usedHttp2, 'GET', '/healthz')
  const begun = performance.now()
  const seconds = (connection: EventEmitter) =>
    new Promise<number>((resolve) => connection.once('close', () => resolve((performance.now() - begun) / 1_000)))
  for (const socket of [silent, halfHead, used]) socket.on('error', () => undefined).resume()
  const [ofSilent, ofHalfHead, ofUsed, ofHttp2] = await Promise.all([silent, halfHead, used, usedHttp2].map(seconds))
  return { silent: ofSilent!, halfHead: ofHalfHead!, used: ofUsed!, usedHttp2: ofHttp2! }
}

const codeOf = ({ body }: Http2Reply): string => JSON.parse(String(body)).code

async function tlsTo({ port, ca }: Caddy): Promise<Socket> {
  const socket = connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca, ALPNProtocols: ['http/1.1'] })
  await once(socket, 'secureConnect')
  return socket.on('error', () => undefined)
}

async function straightFrom(address: string, headers: Record<string, string>) {
  const [reply] = (await once(get(address, { headers, agent: false }), 'response')) as [IncomingMessage]
  return { status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(await reply.toArray()) }
}

/** Headers without those of one connection, one moment or one count. */
function ofItself(headers: IncomingHttpHeaders | Record<string, string | undefined>): Record<string, unknown> {
  const passing = /^(:status|connection|keep-alive|transfer-encoding|date|x-ratelimit-.*|retry-after)$/
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.test(name)))
}

/** Starts a process that Caddy takes for ready. `take` hears of each other call, by method, path and body, before the reply. */
async function fakeProcess(take: (call: string, socket: Socket) => void) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // A cut body is no call.
    const body = await text(request).catch(() => null)
    if (body !== null && request.url !== '/readyz') take(`${request.method} ${request.url} ${body}`, request.socket)
    if (!request.socket.destroyed) response.end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
