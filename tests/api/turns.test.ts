import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { newcomer } from '../support/person.ts'

let server: TestServer
/** Locks the table of certificates, so that every call that reads it is under way until the test says so. */
let holder: pg.Client
/** Such a call: its reply is made for each request, unlike those that all guests share. */
const held = '/sertyfikat/AAAAAAAAAAAAAAAAAAAAAA.1.status.json'
beforeAll(async () => {
  // Short queues, and a proxy that names the callers.
  server = await startTestServer({ logLevel: 'silent', limitFactor: 0.05, trustedProxies: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  holder = new pg.Client({ connectionString: server.config.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table certificates in access exclusive mode')
})
afterEach(() => holder.end())

const load = () => server.app.lanes.ordinary.load
async function get(address: string, path: string, bearer?: string | null) {
  const headers = { 'x-forwarded-for': address, ...(bearer && { authorization: `Bearer ${bearer}` }) }
  const reply = await fetch(server.origin + path, { headers })
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: await reply.text() }
}
/** Begins calls of one address that are not served before the table is released. */
async function hang(address: string, calls: number) {
  const hanging = Array.from({ length: calls }, () => get(address, held))
  await until(async () => load().running + load().waiting >= calls)
  return hanging
}
async function letGo(hanging: Promise<{ status: number }>[]): Promise<void> {
  await holder.query('rollback')
  const replies = await Promise.all(hanging)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(load()).toEqual({ running: 0, waiting: 0 })
}

describe('ordinary calls, which open nothing', () => {
  it('[S13] calls of one address take half of the places at most; other addresses and a signed-in person at that address are served', async () => {
    const person = await newcomer(server)
    const hanging = await hang('203.0.113.1', 100)
    expect(load()).toEqual({ running: 4, waiting: 96 })
    for (const path of ['/api/footer/', '/api/docs/', '/no-such-page', '/api/available-tests/']) {
      expect([path, (await get('203.0.113.2', path)).status < 500]).toEqual([path, true])
    }
    expect((await get('203.0.113.1', '/api/user/profile/', person.access)).status).toBe(200)
    await letGo(hanging)
  })

  it('[S13] a call of a crowded address waits for a place, even if it asks the database nothing', async () => {
    const hanging = await hang('203.0.113.3', 4)
    let isAnswered = false
    const docs = get('203.0.113.3', '/api/docs/').then((reply) => ((isAnswered = true), reply))
    await until(async () => load().waiting === 1)
    expect((await get('203.0.113.4', '/api/docs/')).status).toBe(200)
    expect(isAnswered).toBe(false)
    await letGo([...hanging, docs])
  })

  it('[S13] calls of one IPv6 network count as one caller, from different addresses too', async () => {
    const hanging = await hang('2001:db8:1:2::1', 4)
    const other = get('2001:db8:1:2:ffff::9', '/api/footer/')
    await until(async () => load().waiting === 1)
    expect((await get('2001:db8:1:3::1', '/api/footer/')).status).toBe(200)
    await letGo([...hanging, other])
  })

  it('[S13] a call beyond the queue’s limit gets 503 with Retry-After, and another address is served', async () => {
    const hanging = await hang('203.0.113.5', 154)
    const refused = await get('203.0.113.5', '/api/footer/')
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([503, 'overloaded'])
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(3)
    expect((await get('203.0.113.6', '/api/footer/')).status).toBe(200)
    await letGo(hanging)
  })

  it('[S13] a call whose client hangs up keeps its place until its work is done, and then gives it back', async () => {
    const gone = new AbortController()
    const asked = Array.from({ length: 6 }, () =>
      fetch(`${server.origin}${held}`, { signal: gone.signal, headers: { 'x-forwarded-for': '203.0.113.7' } }),
    )
    await until(async () => load().waiting === 2)
    gone.abort()
    await Promise.allSettled(asked)
    expect((await get('203.0.113.9', '/api/footer/')).status).toBe(200)
    expect(load().running).toBe(4)
    await holder.query('rollback')
    await until(async () => load().running + load().waiting === 0)
  })

  it('[S13] calls that get 404 give back their places', async () => {
    await holder.query('rollback')
    for (const path of [
      '/api/nobody-knows/',
      '/nobody-knows',
      '/assets/nobody.js',
      '/media/nobody.png',
      '/nobody.html',
    ]) {
      expect([path, (await get('203.0.113.10', path)).status, load()]).toEqual([path, 404, { running: 0, waiting: 0 }])
    }
  })

  it('[S13] a call holds no place while its body arrives', async () => {
    const { port } = new URL(server.origin)
    const slow = Array.from({ length: 8 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        'POST /api/feedback/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      )
      return socket
    })
    await holder.query('rollback')
    expect((await get('203.0.113.8', '/api/footer/')).status).toBe(200)
    expect(load()).toEqual({ running: 0, waiting: 0 })
    for (const socket of slow) socket.destroy()
  })
})
