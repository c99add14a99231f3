import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey } from '../support/exam-calls.ts'
import { givePurchase, newcomer, password, type Person } from '../support/person.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'
import { asShipped } from './as-shipped.ts'
import { sendBurst } from './send-burst.ts'

/** Calls of each kind at the same time; FLOOD_CALLS=500 by hand, while the machine has other work. */
const calls = Number(process.env.FLOOD_CALLS ?? 5000)

let keeper: TestServer
let server: SpawnedServer
beforeAll(async () => {
  keeper = await startTestServer({ workMode: 'inline' })
  await keeper.services.jobs.stop()
  server = await spawnServer(
    {
      ...keeper.config,
      limitFactor: 1,
      trustedProxies: 1,
      papersInThread: availableParallelism() > 1 && {},
      logLevel: 'silent',
    },
    'one-address',
    undefined,
    asShipped,
  )
})
afterAll(async () => {
  await server?.kill()
  await keeper.close()
})

interface Call {
  method?: string
  path: string
  body?: unknown
  bearer?: string | null
}

/** Twenty kinds of calls that anybody with an account may make. Each flood comes from its own address. */
const kindsOf = ({ person, purchaseId, attemptId, ticket }: Awaited<ReturnType<typeof startedExam>>): Call[] => [
  ...['/', '/examples', '/login', '/pytannia.html', '/sitemap.xml', '/no-such-page'].map((page) => ({ path: page })),
  ...['faq', 'footer', 'examples', 'available-tests', 'docs', 'receipts/keys'].map((list) => ({
    path: `/api/${list}/`,
  })),
  { method: 'POST', path: '/api/guest-trials/', body: { slug: 'verbalnij-proba' } },
  { method: 'POST', path: '/api/auth/login/', body: { email: person.email, password: 'не той пароль' } },
  { method: 'POST', path: '/api/auth/register/', body: {} },
  { path: '/api/owned-tests/', bearer: person.access },
  { path: '/api/user/profile/', bearer: person.access },
  { path: `/api/exam-meta/${purchaseId}/`, bearer: person.access },
  { path: `/api/attempt-timeline/${attemptId}/`, bearer: person.access },
  { method: 'PUT', path: `/api/exam-answers/${purchaseId}/`, body: { ticket, events: [] } },
]

/** Makes another person's call from another address. Returns its milliseconds. */
async function timed(number: number, { method = 'GET', path, body, bearer }: Call): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(server.origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await reply.arrayBuffer()
  expect([path, reply.status]).toEqual([path, 200])
  return performance.now() - begun
}

type Times = Record<'opening' | 'order' | 'logIn' | 'save', number[]>
const none = (): Times => ({ opening: [], order: [], logIn: [], save: [] })
interface Other {
  person: Person
  purchaseId: string
  exam: Awaited<ReturnType<typeof startedExam>>
}

async function other(): Promise<Other> {
  const person = await newcomer(keeper)
  return { person, purchaseId: await givePurchase(keeper, person, 'verbalnij-proba'), exam: await startedExam(keeper) }
}

let others = 0
/** Lets one person after another open an exam, order, log in and save, until stopped. */
async function live(times: Times, people: Other[], isOver: () => boolean): Promise<void> {
  for (const { person, purchaseId, exam } of people) {
    if (isOver()) return
    const number = (others += 1)
    const { access: bearer, email } = person
    times.opening.push(await timed(number, { path: `/api/exam-meta/${purchaseId}/?start_key=${newKey()}`, bearer }))
    const order = { test_id: 'verbalnij', idempotency_key: crypto.randomUUID() }
    times.order.push(await timed(number, { method: 'POST', path: '/api/purchases/', body: order, bearer }))
    times.logIn.push(await timed(number, { method: 'POST', path: '/api/auth/login/', body: { email, password } }))
    for (let seq = 1; seq <= 5; seq += 1) {
      const body = { ticket: exam.ticket, events: [{ ...exam.events[0]!, seq }] }
      times.save.push(await timed(number, { method: 'PUT', path: `/api/exam-answers/${exam.purchaseId}/`, body }))
      await pause(20)
    }
  }
}

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!
const p95OfEach = (times: Times) =>
  Object.fromEntries(Object.entries(times).map(([kind, values]) => [kind, Math.round(p95(values) * 10) / 10]))

it.skipIf(process.platform !== 'linux')(
  `[S13] others open, order and log in at most three times as slowly, and save at most twice, while one address sends ${calls} of each of twenty calls @full`,
  async () => {
    const flooder = await startedExam(keeper)
    const people: Other[] = []
    while (people.length < 20 * 8) people.push(await other())
    const quiet = none()
    await live(quiet, people.splice(0, 40), () => false)
    const flooded = none()
    const seen: Record<string, unknown> = {}
    for (const [number, call] of kindsOf(flooder).entries()) {
      let isOver = false
      const savesBefore = flooded.save.length
      const flood = sendBurst(server.origin, { calls, from: `10.9.0.${number}`, call }).finally(() => (isOver = true))
      await live(flooded, people.splice(0, 6), () => isOver)
      const saves = flooded.save.slice(savesBefore)
      seen[`${call.method ?? 'GET'} ${call.path}`] = { ...(await flood), saves: saves.length, p95OfSaves: p95(saves) }
    }
    const [before, beside] = [p95OfEach(quiet), p95OfEach(flooded)]
    console.log(JSON.stringify({ before, beside, seen }))
    for (const kind of ['opening', 'order', 'logIn'] as const) {
      expect([kind, beside[kind]! <= 3 * before[kind]!]).toEqual([kind, true])
    }
    expect(beside.save).toBeLessThanOrEqual(2 * before.save!)
  },
  900_000,
)
