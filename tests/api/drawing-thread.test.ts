import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mathSample as blueprint } from '#content/blueprints.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { DrawingThread, servingThread } from '../../server/features/exams/paper/paper-drawer.ts'
import { readSamples } from '../support/alert-rules.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey } from '../support/exam-calls.ts'
import { latchedDrawing } from '../support/latched-drawing.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

/** A drawing thread that the tests hold in the middle of a paper (decision 0111). */
const latch = latchedDrawing()
let server: TestServer
let thread: DrawingThread
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  // The thread compiles its sources at its start. If it is late, the serving thread draws, and no latch holds that thread.
  thread = new DrawingThread({ log: server.services.log, newWorker: latch.newWorker, startTimeoutMs: 50_000 })
  server.services.papers = thread
})
afterAll(async () => {
  await thread.close()
  await server.close()
})

async function buyer(at = server) {
  const person = await newcomer(at)
  const purchaseId = await givePurchase(at, person, 'verbalnij-proba')
  const key = newKey()
  const opened = () => server.services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  return { person, purchaseId, opened, open: () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${key}`) }
}

const isHealthy = (at = server) =>
  fetch(`${at.origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

it('the server answers a health check, a save and a submission with its grade while it draws a paper', async () => {
  const other = await startedExam(server)
  const one = await buyer()
  latch.hold()
  const opening = one.open()
  await latch.isHeld()

  expect(await isHealthy()).toBe(true)
  expect((await other.save({ events: other.events.slice(0, 3) })).status).toBe(200)
  expect((await other.submit({ answers: [], events: other.events.slice(3) })).status).toBe(200)
  expect(await other.result()).toMatchObject({ total: 6 })
  expect(await one.opened()).toEqual([])

  latch.letGo()
  const { status, body } = await opening
  expect([status, body.status, body.questions.length]).toEqual([200, 'completed', 6])
  expect(await one.opened()).toHaveLength(1)
})

it.each<[string, (one: Awaited<ReturnType<typeof buyer>>) => ReturnType<Awaited<ReturnType<typeof buyer>>['open']>]>([
  ['a training', ({ person, purchaseId }) => person.get(`/api/test-meta/${purchaseId}/`)],
  [
    'a practice',
    ({ person, purchaseId }) => person.post(`/api/practice/${purchaseId}/`, { start_key: newKey(), size: 5 }),
  ],
])('the drawing thread also draws the paper of %s, without a lock on a row', async (_what, begin) => {
  const one = await buyer()
  latch.hold()
  const beginning = begin(one)
  await latch.isHeld()
  expect(await isHealthy()).toBe(true)
  // The drawing holds no row: PostgreSQL would refuse a locked one immediately.
  const held = `select from purchases p join users u on u.id = p.user_id where p.id = $1 for update nowait`
  await server.services.pool.query(held, [one.purchaseId])
  latch.letGo()
  expect((await beginning).body.questions.length).toBeGreaterThanOrEqual(5)
})

it('a server that is closing still delivers the paper that is being drawn', async () => {
  const closing = await startTestServer({ workMode: 'inline', sharing: server })
  closing.services.papers = thread
  const one = await buyer(closing)
  latch.hold()
  const opening = one.open()
  await latch.isHeld()
  const closed = closing.close()
  // Waits until the closing server takes nothing new.
  while (await isHealthy(closing));
  latch.letGo()
  expect((await opening).body.questions).toHaveLength(6)
  await closed
})

it('a drawing thread that dies costs no exam: the call gets 503 with Retry-After, and the same start key then opens it', async () => {
  const one = await buyer()
  latch.hold()
  const opening = one.open()
  await latch.isHeld()
  await latch.workers.at(-1)!.terminate()
  const refused = await opening
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    expect.stringMatching(/^[3-8]$/),
  ])
  expect(await one.opened()).toEqual([])

  latch.letGo()
  const { status, body } = await one.open()
  expect([status, body.questions.length, latch.workers.length]).toEqual([200, 6, 2])
  expect(await one.opened()).toHaveLength(1)
})

it('a server starts its drawing thread, opens an exam through it, measures the wait for it, and ends it on closing', async () => {
  const begun: Worker[] = []
  // The event of the other server's thread may come only now.
  const note = (worker: Worker) => void (latch.workers.includes(worker) || begun.push(worker))
  process.on('worker', note)
  const metrics = { host: '127.0.0.1', port: 0, folders: [], everyMs: 0 }
  const papersInThread = { startTimeoutMs: 50_000 }
  const own = await startTestServer({ workMode: 'inline', sharing: server, papersInThread, metrics })
  process.off('worker', note)
  const asked: unknown[] = []
  begun[0]!.on('message', (word) => asked.push(word))
  expect((await (await buyer(own)).open()).body.questions).toHaveLength(6)
  expect(asked.at(-1)).toHaveProperty('paper')
  const page = await (await fetch(own.app.metricsAddress!)).text()
  const drawing = readSamples(page).filter(
    ({ name, labels }) => labels.lane === 'drawing' || name.startsWith('iq_paper_'),
  )
  expect(Object.fromEntries(drawing.map(({ name, value }) => [name, value]))).toMatchObject({
    iq_lane_running: 0,
    iq_lane_waiting: 0,
    iq_paper_wait_seconds_count: 1,
  })
  await Promise.all([once(begun[0]!, 'exit'), own.close()])
  expect(begun).toHaveLength(1)
})

/** The build of this run; any other may be old. */
const built = path.resolve(import.meta.dirname, '../../build/server')
it.runIf(process.env.TEST_SERVER_ENTRY !== undefined && existsSync(path.join(built, 'main.js')))(
  'the drawing thread of the bundle that npm start runs draws the same paper as the serving thread',
  async () => {
    const errors: unknown[] = []
    const ofBundle = new DrawingThread({
      log: { error: (...said: unknown[]) => void errors.push(said) },
      newWorker: () => new Worker(path.join(built, 'paper-worker.js')),
    })
    const order = { seed: 'a bundle', mode: 'exam', blueprint, seen: null } as const
    expect(await ofBundle.draw(order)).toEqual(await servingThread.draw(order))
    await ofBundle.close()
    expect(errors).toEqual([])
  },
)
