import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person, password } from '../support/person.ts'
import { newKey, until } from '../support/exam-calls.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'

const crowdSize = 60

let server: TestServer
beforeAll(async () => {
  const entrance = { atOnce: { attempt: 1, trial: 1, order: 1, other: 1 }, waiting: 10, timeoutMs: 5_000 }
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent', entrance })
})
afterAll(() => server.close())

/** Presses "start", and again after each 503, sooner than its Retry-After says. Returns the last status. */
async function start(person: Person, purchaseId: string, refusals: Headers[]): Promise<number> {
  const startKey = newKey()
  for (;;) {
    const reply = await person.get(`/api/exam-meta/${purchaseId}/?start_key=${startKey}`)
    if (reply.status !== 503) return reply.status
    expect(reply.body).toEqual({ code: 'overloaded', status_code: 503, detail: expect.stringMatching(/^[А-ЯІЇЄҐ]/) })
    refusals.push(reply.headers)
    await pause(50 + Math.random() * 100)
  }
}

/** Saves answers of an exam without a pause until `isOver`. Returns the statuses. */
async function keepAnswering(exam: Awaited<ReturnType<typeof startedExam>>, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  for (let seq = 1; !isOver(); seq += 1) {
    const event = exam.events[seq % exam.events.length]!
    statuses.push((await exam.save({ events: [{ ...event, seq }] })).status)
  }
  return statuses
}

describe('a server with more starts than it can serve', () => {
  it('a full queue of starts answers 503 with Retry-After; all 60 people get their paper in the end, and no save is refused', async () => {
    const people: [Person, string][] = []
    while (people.length < crowdSize) {
      const person = await newcomer(server)
      people.push([person, await givePurchase(server, person, 'verbalnij-proba')])
    }
    const exam = await startedExam(server)
    let isOver = false
    const answering = keepAnswering(exam, () => isOver)
    const refusals: Headers[] = []
    const statuses = await Promise.all(people.map(([person, purchase]) => start(person, purchase, refusals)))
    isOver = true
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(refusals.length).toBeGreaterThan(0)
    for (const headers of refusals) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(3)
    const answers = await answering
    expect(answers.length).toBeGreaterThan(10)
    expect(answers.filter((status) => status !== 200)).toEqual([])
  })

  it('the start of an exam does not wait for log-ins and registrations that occupy their queue', async () => {
    const person = await newcomer(server)
    const purchase = await givePurchase(server, person, 'verbalnij-proba')
    let end = () => {}
    const hanging = server.app.entrance.other.run(() => new Promise<void>((resolve) => (end = resolve)))
    const paper = await person.get(`/api/exam-meta/${purchase}/?start_key=${newKey()}`)
    end()
    await hanging
    expect(paper.status).toBe(200)
  })

  it('a log-in does not wait for orders that occupy their queue', async () => {
    const person = await newcomer(server)
    let end = () => {}
    const hanging = server.app.entrance.order.run(() => new Promise<void>((resolve) => (end = resolve)))
    const ordering = person.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: crypto.randomUUID() })
    await until(async () => server.app.entrance.order.load.waiting === 1)
    const login = await new Person(server).post('/api/auth/login/', { email: person.email, password })
    end()
    await hanging
    expect([login.status, (await ordering).status]).toEqual([200, 200])
  })

  it('saves, submissions and session renewals of a begun exam are served while all ordinary connections are taken', async () => {
    const exam = await startedExam(server)
    const form = { email: exam.person.email, password }
    const { body: session } = await new Person(server).post('/api/auth/login/', form)
    const { pool } = server.services
    const taken = await Promise.all(Array.from({ length: pool.options.max! }, () => pool.connect()))
    let answered = 0
    const readers = Array.from({ length: 30 }, async () => {
      await new Person(server).get('/api/faq/')
      answered += 1
    })
    await until(async () => server.app.lanes.ordinary.load.waiting > 0 && pool.waitingCount > 0)

    expect((await exam.save({ events: exam.events })).status).toBe(200)
    const renewal = { refresh: session.refresh }
    expect((await new Person(server).post('/api/auth/token/refresh/', renewal)).status).toBe(200)
    expect((await exam.submit({ answers: [], events: exam.events })).status).toBe(200)
    expect(answered).toBe(0)
    // A proxy that asks whether this process lives must keep sending answers here.
    expect((await new Person(server).get('/readyz')).status).toBe(200)
    for (const connection of taken) connection.release()
    await Promise.all(readers)
  })
})

it.runIf(process.platform === 'linux')(
  'a stopped process accepts 800 connections, and answers all of them when it resumes @full',
  async () => {
    const spawned = await spawnServer(server.config, 'without-a-turn')
    process.kill(spawned.pid, 'SIGSTOP')
    const sockets = Array.from({ length: 800 }, () => connect(Number(new URL(spawned.origin).port), '127.0.0.1'))
    try {
      const replies = sockets.map(async (socket) => {
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
        return (await text(socket)).slice(0, 12)
      })
      const connected = () =>
        sockets.filter(({ connecting, readyState }) => !connecting && readyState === 'open').length
      await until(async () => connected() === sockets.length)
      process.kill(spawned.pid, 'SIGCONT')
      expect(new Set(await Promise.all(replies))).toEqual(new Set(['HTTP/1.1 200']))
    } finally {
      for (const socket of sockets) socket.destroy()
      await spawned.kill()
    }
  },
)

it('a process with a late event loop answers 503 to reads, and still accepts a save @full', async () => {
  const strict = await startTestServer({ workMode: 'inline', logLevel: 'silent', limitFactor: 1 })
  const exam = await startedExam(strict)
  const read = () => new Person(strict).get('/api/faq/')
  // The server looks at the mean of an interval. The first stall ends one interval and the second fills the next, but for a few
  // punctual turns between them, which on a busy machine may be too many.
  let status = 200
  for (let round = 0; round < 4 && status !== 503; round += 1) {
    for (let stall = 0; stall < 2; stall += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
      await pause(1)
    }
    status = (await read()).status
  }
  expect(status).toBe(503)
  expect((await exam.save({ events: exam.events })).status).toBe(200)
  expect((await read()).status).toBe(503)
  expect((await new Person(strict).get('/readyz')).status).toBe(200)
  await strict.close()
})
