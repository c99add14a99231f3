import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peakMemory } from '../../benches/server/cpu.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, registration } from '../support/person.ts'
import { openExam, someEvents } from '../support/exam-calls.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { ago, changed, startedExam } from '../support/started-exam.ts'
import { asShipped } from './as-shipped.ts'
import { sendBurst } from './send-burst.ts'

/** Length of the flood in milliseconds. A run by hand takes FLOOD_MINUTES=20. */
const floodMs = Number(process.env.FLOOD_MINUTES ?? 2) * 60_000
const quietMs = 60_000
const isLinux = process.platform === 'linux'

/** Makes people and purchases. The server under test is another process, with the shipped limits. */
let keeper: TestServer
let server: SpawnedServer
const shipped = () => ({
  ...keeper.config,
  limitFactor: 1,
  trustedProxies: 1,
  // As in a process of the product: only tests draw in the serving thread.
  papersInThread: availableParallelism() > 1 && {},
  logLevel: 'silent' as const,
})
beforeAll(async () => {
  keeper = await startTestServer({ workMode: 'inline' })
  await keeper.services.jobs.stop()
  process.env.TEST_PASSWORD_COST = 'shipped'
  server = await spawnServer(shipped(), 'flooded', undefined, asShipped)
})
afterAll(async () => {
  await server.kill()
  await keeper.close()
})

async function call(address: string, method: string, path: string, body?: string, access?: string | null) {
  const begun = performance.now()
  const response = await fetch(server.origin + path, {
    method,
    headers: {
      'x-forwarded-for': address,
      'content-type': 'application/json',
      ...(access && { authorization: `Bearer ${access}` }),
    },
    ...(body !== undefined && { body }),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!

type Save = (event: object | null) => Promise<{ status: number; ms: number }>

async function examinee(number: number) {
  const person = await newcomer(keeper)
  const purchaseId = await givePurchase(keeper, person)
  const paper = await openExam(person, purchaseId)
  const { ticket } = paper.attempt
  const path = `/api/exam-answers/${purchaseId}/`
  const save: Save = (event) => {
    const body = event === null ? { ticket, events: [], begin: true } : { ticket, events: [event] }
    return call(`10.1.0.${number}`, 'PUT', path, JSON.stringify(body))
  }
  expect((await save(null)).status).toBe(200)
  return { save, events: someEvents(paper.questions), turn: 0 }
}
type Examinee = Awaited<ReturnType<typeof examinee>>

/** Answers a question every two or three seconds until stopped, as people do. Reports the ms of each save. */
async function takeExam(one: Examinee, isOver: () => boolean, took: (ms: number) => void): Promise<void> {
  while (!isOver()) {
    await pause(2000 + Math.random() * 1000)
    const event = one.events[one.turn % one.events.length]!
    const { status, ms } = await one.save({ ...event, seq: 1 + Math.floor(one.turn / one.events.length) })
    expect(status).toBe(200)
    one.turn += 1
    took(ms)
  }
}

type Flooder = Awaited<ReturnType<typeof startedExam>>

/** The worst that a free account can do from one address: eight lines of the largest calls that are accepted. */
function flood(number: number, exam: Flooder, isOver: () => boolean, tell: (status: number) => void): Promise<unknown> {
  const address = `10.2.0.${number}`
  const { person, purchaseId, ticket, questions } = exam
  let seq = 1
  const events = () => {
    const values = exam.events.flatMap((event) => [event, changed(event, questions)])
    return Array.from({ length: 200 }, (_, index) => ({ ...values[index % values.length]!, seq: (seq += 1) }))
  }
  const save = () =>
    call(address, 'PUT', `/api/exam-answers/${purchaseId}/`, JSON.stringify({ ticket, events: events() }))
  const read = (path: string) => () => call(address, 'GET', path, undefined, person.access)
  const acts = [
    save,
    save,
    save,
    read(`/api/exam-meta/${purchaseId}/`),
    read(`/api/test-meta/${purchaseId}/`),
    read(`/api/test-results/${purchaseId}/`),
    read('/api/owned-tests/'),
    read(`/api/attempt-timeline/${exam.attemptId}/`),
  ]
  return Promise.all(
    acts.map(async (act) => {
      while (!isOver()) {
        tell((await act()).status)
        // Some sixty calls a second and account. More would slow only this process, which also measures.
        await pause(120)
      }
    }),
  )
}

async function during(ms: number, ...work: ((isOver: () => boolean) => Promise<unknown>)[]): Promise<void> {
  const end = performance.now() + ms
  await Promise.all(work.map((act) => act(() => performance.now() > end)))
}

it.skipIf(!isLinux)(
  '[S13] thirty people in their exams wait at most twice as long while three accounts flood the server, and no call fails with 5xx @full',
  async () => {
    const quiet: number[] = []
    const flooded: number[] = []
    const statuses = new Map<number, number>()
    const thirty: Examinee[] = []
    for (let number = 0; number < 30; number += 1) thirty.push(await examinee(number))
    const flooders = [await startedExam(keeper), await startedExam(keeper), await startedExam(keeper)]
    const people = (times: number[]) =>
      thirty.map((one) => (isOver: () => boolean) => takeExam(one, isOver, (ms) => times.push(ms)))
    await during(quietMs, ...people(quiet))
    const quietPeak = peakMemory(server.pid)
    const tell = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await during(
      floodMs,
      ...people(flooded),
      ...flooders.map((exam, number) => (isOver: () => boolean) => flood(number, exam, isOver, tell)),
    )
    const seen = {
      quiet: p95(quiet),
      flooded: p95(flooded),
      quietPeak,
      peak: peakMemory(server.pid),
      statuses: [...statuses],
    }
    console.log(JSON.stringify(seen))
    expect(statuses.get(200)).toBeGreaterThan(0)
    expect(statuses.get(429)).toBeGreaterThan(0)
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    expect(seen.flooded).toBeLessThanOrEqual(2 * seen.quiet)
    expect(seen.peak).toBeLessThanOrEqual(quietPeak + 100)

    // A server that starts after the flood, with due attempts, serves immediately.
    await keeper.services.pool.query('update attempts set late_until = $1 where is_open', [ago(1)])
    await server.kill()
    const begun = performance.now()
    server = await spawnServer(shipped(), 'after-the-flood', undefined, asShipped)
    expect((await call('10.3.0.1', 'GET', '/readyz')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(10_000)
  },
  floodMs + quietMs + 180_000,
)

/** Opens and begins an exam of each of `count` purchases of one free account. */
async function manyTickets(count: number) {
  const person = await newcomer(keeper)
  const tickets: { path: string; ticket: string; events: ReturnType<typeof someEvents> }[] = []
  while (tickets.length < count) {
    const purchaseId = await givePurchase(keeper, person, 'verbalnij-proba', { live: false })
    const { attempt, questions } = await openExam(person, purchaseId)
    const path = `/api/exam-answers/${purchaseId}/`
    await call('10.4.0.1', 'PUT', path, JSON.stringify({ ticket: attempt.ticket, events: [], begin: true }))
    tickets.push({ path, ticket: attempt.ticket, events: someEvents(questions) })
    // Stays within the account's own budget.
    await pause(200)
  }
  return tickets
}

/** Each ticket asks for its attempt's state again and again, and saves two hundred events in between. */
function floodByTickets(
  tickets: Awaited<ReturnType<typeof manyTickets>>,
  isOver: () => boolean,
  tell: (status: number) => void,
): Promise<unknown> {
  return Promise.all(
    tickets.map(async ({ path, ticket, events }, number) => {
      for (let seq = 1; !isOver(); ) {
        const isFull = (seq + number) % 4 === 0
        const sent = Array.from({ length: isFull ? 200 : 0 }, (_, index) => ({
          ...events[index % events.length]!,
          seq: (seq += 1),
        }))
        seq += 1
        tell((await call('10.4.0.1', 'PUT', path, JSON.stringify({ ticket, events: sent }))).status)
        await pause(200)
      }
    }),
  )
}

const forgedSave = {
  method: 'PUT',
  path: '/api/exam-answers/018f0000-0000-7000-8000-000000000000/',
  body: { ticket: '{random}', events: [] },
}
const burstMs = 60_000

it.skipIf(!isLinux)(
  '[S13] ten people in their exams wait at most twice as long while one account with sixty tickets and 5,900 forged ones floods the server @full',
  async () => {
    const ten: Examinee[] = []
    for (let number = 100; number < 110; number += 1) ten.push(await examinee(number))
    const tickets = await manyTickets(60)
    const [quiet, flooded]: [number[], number[]] = [[], []]
    const statuses = new Map<number, number>()
    const people = (times: number[]) =>
      ten.map((one) => (isOver: () => boolean) => takeExam(one, isOver, (ms) => times.push(ms)))
    await during(burstMs, ...people(quiet))
    const tell = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    let forged: Record<string, number> = {}
    await during(
      burstMs,
      ...people(flooded),
      (isOver) => floodByTickets(tickets, isOver, tell),
      async () => {
        forged = await sendBurst(server.origin, { calls: 5900, from: '10.5.0.1', call: forgedSave })
      },
    )
    const seen = {
      quiet: p95(quiet),
      flooded: p95(flooded),
      worst: Math.max(...flooded),
      statuses: [...statuses],
      forged,
    }
    console.log(JSON.stringify(seen))
    // The account has one token bucket, however many tickets.
    expect(statuses.get(429)).toBeGreaterThan(0)
    expect(Object.keys(forged).filter((status) => status === '200' || status === '500')).toEqual([])
    expect(seen.flooded).toBeLessThanOrEqual(2 * seen.quiet)
  },
  4 * burstMs + 180_000,
)

it.skipIf(!isLinux)(
  '[S13] thirty people in their exams wait at most twice as long while 300 others register, each for a hash at the shipped cost @full',
  async () => {
    const thirty: Examinee[] = []
    for (let number = 200; number < 230; number += 1) thirty.push(await examinee(number))
    const [quiet, crowded]: [number[], number[]] = [[], []]
    const people = (times: number[], isOver: () => boolean) =>
      Promise.all(thirty.map((one) => takeExam(one, isOver, (ms) => times.push(ms))))
    await during(burstMs, (isOver) => people(quiet, isOver))
    const form = registration('{random}@person.example')
    let statuses: Record<string, number> | null = null
    await Promise.all([
      people(crowded, () => statuses !== null),
      sendBurst(server.origin, {
        calls: 300,
        from: '10.6.{n}',
        call: { method: 'POST', path: '/api/auth/register/', body: form },
      }).then((told) => (statuses = told)),
    ])
    const seen = { quiet: p95(quiet), crowded: p95(crowded), saves: crowded.length, statuses }
    console.log(JSON.stringify(seen))
    // A caller who would wait in the queue for too long gets a 503 and comes again.
    expect(Object.keys(statuses!)).toContain('200')
    expect(Object.keys(statuses!).filter((status) => status !== '200' && status !== '503')).toEqual([])
    expect(seen.crowded).toBeLessThanOrEqual(2 * seen.quiet)
  },
  3 * burstMs + 180_000,
)
