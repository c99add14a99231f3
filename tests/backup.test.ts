import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../server/app.ts'
import { migrate } from '../server/db/migrate.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { seed } from '../server/seed/seed.ts'
import { type TestServer, testConfig } from './support/build-server.ts'
import { Person } from './support/person.ts'
import { startedExam } from './support/started-exam.ts'

const repository = path.resolve(import.meta.dirname, '..')
const home = mkdtempSync(path.join(tmpdir(), 'backup-'))
chmodSync(home, 0o711)
const dataDir = path.join(home, 'postgres')
let server: TestServer | null = null

afterAll(async () => {
  await server?.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts the product as `npm start` does, on the embedded database in `home`. Jobs build and grade. */
async function startProduct(): Promise<TestServer> {
  const postgres = await startEmbeddedPostgres({ projectRoot: repository, dataHome: home, log: () => undefined })
  await migrate(postgres.url, repository)
  const config = { ...testConfig(postgres.url, path.join(home, 'mail')), workMode: 'job' as const }
  const { app, services } = await buildApp(config)
  await seed(services, null)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await postgres.stop()
  }
  return { app, services, config, origin, close }
}

/** Restores a backup as an operator does: with owners and modes, from a stopped database, over the remains of the old one. */
async function loseDataAndPutBackupBack(product: TestServer): Promise<void> {
  await product.close()
  const backup = `${dataDir}-backup`
  execFileSync('cp', ['-a', dataDir, backup])
  rmSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', backup, dataDir])
}

it('[C.06] [R31] a restored backup has the graded exam, the one that was only accepted and the one in its middle, and each ends with one grade @full', async () => {
  const product = await startProduct()
  server = product
  const graded = await startedExam(product)
  const accepted = await startedExam(product)
  const middle = await startedExam(product)
  await graded.submit({ answers: [], events: graded.events })
  const result = await graded.result()
  // Nobody grades any more: later submissions wait in the backup.
  product.services.jobs.rest()
  const submit = { answers: [], events: accepted.events }
  const word = await accepted.submit(submit)
  expect(word.body).toMatchObject({ status: 'processing_started', receipt: expect.any(String) })
  const half = middle.events.slice(0, 3)
  expect(Object.keys((await middle.save({ events: half })).body.marks)).toHaveLength(3)

  await loseDataAndPutBackupBack(product)
  // People continue where they were: their tokens, tickets and keys also hold at the restored server.
  Object.assign(product, await startProduct())

  expect(await graded.result()).toEqual(result)
  const said = await accepted.submit(submit)
  expect(said.text).toBe(word.text)
  expect((await new Person(product).post('/api/receipts/verify/', { receipt: word.body.receipt })).body).toEqual({
    valid: true,
  })
  expect(await accepted.result()).toMatchObject({ total: 6 })
  const kept = (await middle.timeline()).results
  expect(kept).toEqual(half.map((event) => expect.objectContaining(event)))
  await middle.submit({ answers: [], events: middle.events.slice(3) })
  expect(await middle.result()).toMatchObject({ total: 6 })
  for (const { person, purchaseId } of [graded, accepted, middle]) {
    expect((await person.get(`/api/test-results/${purchaseId}/`)).body.results).toHaveLength(1)
  }
})
