import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peakMemory } from '../../benches/server/cpu.ts'
import { builtAssets } from '../../server/db/schema/site.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { guestAddresses } from '../support/guest-addresses.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'

const isLinux = process.platform === 'linux'
/** MiB: the heap of the process under test, and all memory that it may ever have resident. */
const heap = 256
const mostMemory = 450
/** Longest wait of a save and of a balancer, in ms: as long as clients wait. An idle machine needs a fraction of a second. */
const mostWait = 15_000

/** `keeper` makes the exam that is answered meanwhile. The server under test is another process, with the shipped limits. */
let keeper: TestServer
let server: SpawnedServer
let exam: Awaited<ReturnType<typeof startedExam>>
beforeAll(async () => {
  keeper = await startTestServer({ workMode: 'inline' })
  exam = await startedExam(keeper)
  const config = { ...keeper.config, limitFactor: 1, trustedProxies: 1, logLevel: 'silent' as const }
  const launcher = ['env', `NODE_OPTIONS=--max-old-space-size=${heap}`]
  server = await spawnServer(config, 'asked-at-once', undefined, launcher)
})
afterAll(async () => {
  await server.kill()
  await keeper.close()
})

let addresses = 0
/** A request as bytes, from an address for documentation (RFC 5737, 3849): limits are counted by address. */
function bytesOf(url: string, from: string, accepted = 'br, gzip'): string {
  return `GET ${url} HTTP/1.1\r\nHost: iq\r\nAccept-Encoding: ${accepted}\r\nX-Forwarded-For: ${from}\r\n\r\n`
}
const anAddress = () => `2001:db8:${((addresses += 1)).toString(16)}::1`

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Reads until `replies` replies have begun. Returns their statuses, fewer if the connection ended before. */
async function statusesOf(socket: Socket, replies: number): Promise<number[]> {
  const statuses: number[] = []
  let rest = ''
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1')
    for (const [, status] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status))
    rest = rest.slice(-12)
    if (statuses.length >= replies) socket.destroy()
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return statuses
}

async function onConnections(url: string, count: number): Promise<number[]> {
  const from = anAddress()
  const sockets = await Promise.all(Array.from({ length: count }, open))
  for (const socket of sockets) socket.write(bytesOf(url, from))
  return (await Promise.all(sockets.map((socket) => statusesOf(socket, 1)))).flat()
}

async function pipelined(url: string, count: number): Promise<number[]> {
  const socket = await open()
  socket.write(bytesOf(url, anAddress()).repeat(count))
  return statusesOf(socket, count)
}

/** Runs `work` while a person answers an exam and a balancer asks. Returns the ms of the slowest of these calls. */
async function withOthers(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let slowest = 0
  const timed = async (url: string, init: RequestInit) => {
    const begun = performance.now()
    const { status } = await fetch(server.origin + url, init)
    expect([url, status]).toEqual([url, 200])
    slowest = Math.max(slowest, performance.now() - begun)
  }
  const body = JSON.stringify({ ticket: exam.ticket, events: [exam.events[0]] })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
  const others = async () => {
    while (!isOver) {
      await timed(`/api/exam-answers/${exam.purchaseId}/`, { method: 'PUT', headers, body })
      await timed('/readyz', { headers })
      await pause(50)
    }
  }
  const asking = others()
  try {
    await work()
  } finally {
    isOver = true
    await asking
  }
  return slowest
}

/** Requests each address `count` times at the same time on separate connections, and then on one. */
async function askAtOnce(urls: readonly string[], count: number): Promise<void> {
  for (const url of urls) {
    const [alone] = await onConnections(url, 1)
    const slowest = await withOthers(async () => {
      expect([url, new Set(await onConnections(url, count))]).toEqual([url, new Set([alone])])
      const inOne = await pipelined(url, count)
      expect([url, inOne.length, new Set(inOne)]).toEqual([url, count, new Set([alone])])
    })
    expect([url, slowest < mostWait ? 'in time' : slowest]).toEqual([url, 'in time'])
    if (isLinux) expect([url, Math.max(mostMemory, peakMemory(server.pid))]).toEqual([url, mostMemory])
  }
}

it('a process of 256 MB sends the largest document 200 times at the same time, and answers saves meanwhile', async () => {
  await askAtOnce(['/api/docs/'], 200)
})

it('a process of 256 MB sends everything that guests get, each 200 times at the same time @full', {
  timeout: 300_000,
}, async () => {
  const bytes = Buffer.from('const answer = "так"\n'.repeat(15_000))
  await keeper.services.db
    .insert(builtAssets)
    .values({ path: 'earlier-build.js', contentType: 'text/javascript', bytes })
  const urls = [...guestAddresses(keeper), '/assets/earlier-build.js']
  expect(urls.length).toBeGreaterThan(30)
  await askAtOnce(urls, 200)
})

it('160 clients that request the largest document and read nothing leave the process below 450 MiB', async () => {
  const from = anAddress()
  const sockets = await Promise.all(Array.from({ length: 160 }, open))
  const slowest = await withOthers(async () => {
    for (const socket of sockets) {
      socket.pause()
      socket.write(bytesOf('/api/docs/', from, 'identity'))
    }
    // When the last one gets bytes, the others have begun to get theirs.
    await once(sockets.at(-1)!, 'readable')
  })
  expect(slowest).toBeLessThan(mostWait)
  if (isLinux) expect(peakMemory(server.pid)).toBeLessThan(mostMemory)
  for (const socket of sockets) socket.destroy()
})

const dist = path.resolve(import.meta.dirname, '../../dist/assets')
const largest = () =>
  readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .toSorted((one, other) => statSync(path.join(dist, other)).size - statSync(path.join(dist, one)).size)[0]!

it.skipIf(!isLinux || !existsSync(dist))(
  'the server closes the descriptors of 200 requested files when the client goes away',
  async () => {
    const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
    await onConnections('/healthz', 1)
    const before = descriptors()
    for (const url of [`/assets/${largest()}`, `/media/${readdirSync(path.join(dist, '../../content/media'))[0]!}`]) {
      for (let round = 0; round < 3; round += 1) {
        const socket = await open()
        socket.write(bytesOf(url, anAddress(), 'identity').repeat(200))
        await once(socket, 'readable')
        expect(descriptors() - before).toBeLessThan(20)
        socket.destroy()
      }
    }
    await expect.poll(() => descriptors() - before, { timeout: 10_000 }).toBeLessThanOrEqual(5)
  },
)

it('the server ends a connection that sends 2,000 calls without waiting, and answers other connections', async () => {
  const greedy = await open()
  greedy.write(bytesOf('/api/faq/', anAddress()).repeat(2_000))
  const statuses = await statusesOf(greedy, 2_000)
  expect(statuses.length).toBeLessThan(2_000)
  expect(await onConnections('/healthz', 1)).toEqual([200])
})
