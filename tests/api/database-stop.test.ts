import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type MortalDatabase, startMortalDatabase } from '../faults/mortal-database.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { until } from '../support/exam-calls.ts'
import { startedExam } from '../support/started-exam.ts'

/** A separate PostgreSQL: the shared one must not be stopped. */
let database: MortalDatabase
let server: TestServer
beforeAll(async () => {
  database = await startMortalDatabase()
  vi.stubEnv('TEST_DATABASE_URL', database.url)
  server = await startTestServer({ logLevel: 'silent' })
}, 60_000)
afterAll(async () => {
  await server?.close()
  await database?.end()
  vi.unstubAllEnvs()
})

it('[R05] a save gets 503 if the database stops in the middle of its transaction, and retries with the same bytes store one event @full', async () => {
  const exam = await startedExam(server)
  const save = () => exam.save({ events: [exam.events[0]!] })
  const held = await holdRow(server, 'attempts', exam.attemptId)
  held.client.on('error', () => undefined)
  const waiting = save()
  await held.until(1)
  database.stopAtOnce()
  const reply = await waiting
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[3-8]$/)])

  await database.whenUp()
  await until(async () => (await save()).status === 200)
  expect((await save()).status).toBe(200)
  expect(await exam.stored()).toMatchObject([{ questionId: exam.events[0]!.question_id, seq: 1, phase: 'in_time' }])
})
