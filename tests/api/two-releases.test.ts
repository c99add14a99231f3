import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { startTestServer, testConfig, type TestServer } from '../support/build-server.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { countLosses, nothingWrong, takeExamAmidDeaths, type TakenExam } from '../support/exam-amid-deaths.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { buildEarlierRelease, type EarlierRelease } from '../upgrade/earlier-release.ts'

let earlier: EarlierRelease | null
beforeAll(async () => void (earlier = await buildEarlierRelease()), 240_000)
afterAll(() => earlier?.remove())

/**
 * docs/operations.md lets a process of the earlier release keep running when the database is migrated. If a migration forbids the
 * two releases to share a database, this test fails: then that page must say so, and this test must begin with the new release.
 */
describe('the release before the newest migration and this one on one database', () => {
  let database: TestDatabase
  let old: SpawnedServer
  let server: TestServer
  beforeAll(async () => {
    if (earlier === null) return
    database = await emptyDatabase()
    await migrate(database.url, earlier.projectRoot)
    old = await spawnServer(earlier.config(database.url), 'earlier', earlier.entry)
    // The old process has connections and prepared statements when the database is migrated under it.
    expect((await fetch(`${old.origin}/readyz`)).status).toBe(200)
    await migrate(database.url, testConfig(database.url, '').projectRoot)
    server = await startTestServer({ databaseUrl: database.url })
  }, 60_000)
  afterAll(async () => {
    if (earlier === null) return
    await old.kill()
    await server.close()
    await database.drop()
  })

  it.for<[where: string, origins: () => string[]]>([
    ['whose calls alternate between the releases', () => [old.origin, server.origin]],
    ['at the earlier release', () => [old.origin]],
    ['at the later release', () => [server.origin]],
  ])(
    'exams %s lose nothing acknowledged, are graded once, and both releases repeat their replies by the same bytes @full',
    async ([, origins], context) => {
      if (earlier === null) return context.skip('the history of this clone does not reach to the release before')
      const taken: TakenExam[] = []
      let asked = 0
      const origin = () => origins()[(asked += 1) % origins().length]!
      for (const number of [1, 2, 3, 4]) {
        const person = await newcomer(server)
        const purchaseId = await givePurchase(server, person, 'logichnij-proba')
        taken.push(await takeExamAmidDeaths({ origin }, person, purchaseId, seededChance(number)))
      }
      for (const again of [old.origin, server.origin]) {
        expect(await countLosses(server.services.db, again, taken)).toMatchObject({ exams: 4, ...nothingWrong })
      }
    },
  )
})

/** Seeds the shop by the earlier release's code: this one's content need not fit into its tables. */
async function seedEarlier({ projectRoot }: EarlierRelease, config: object): Promise<void> {
  const seeding = `import { buildApp } from './server/app.ts'
    import { seed } from './server/seed/seed.ts'
    const { app, services } = await buildApp(JSON.parse(process.argv[1]))
    await seed(services, null)
    await app.close()`
  const node = ['--import', 'tsx', '--input-type=module', '--eval', seeding, JSON.stringify(config)]
  await promisify(execFile)(process.execPath, node, { cwd: projectRoot })
}

describe('a rolling release, process by process, from the release before the newest migration to this one', () => {
  it('a rolling release during exams loses nothing acknowledged, and each exam is graded once @full', async (context) => {
    if (earlier === null) return context.skip('the history of this clone does not reach to the release before')
    const { projectRoot, entry, commit } = earlier
    const database = await emptyDatabase()
    const [before, after] = [earlier.config(database.url), testConfig(database.url, tmpdir())]
    await migrate(database.url, projectRoot)
    await seedEarlier(earlier, before)
    const running: SpawnedServer[] = []
    const begin = async (name: string, isNew: boolean) =>
      void running.push(await (isNew ? spawnServer(after, name) : spawnServer(before, name, entry)))
    const end = async () => running.shift()!.kill()
    const { db, pool } = connect(database.url, { max: 2 })
    try {
      await begin('earlier-one', false)
      await begin('earlier-two', false)
      const taken: TakenExam[] = []
      let asked = 0
      const origin = () => running[(asked += 1) % running.length]!.origin
      let isOver = false
      const lane = async (number: number) => {
        for (let count = 0; !isOver; count += 1) {
          const buyer = await registerAndOrder(origin())
          if (buyer === null) continue
          const chance = seededChance(number * 1000 + count)
          taken.push(await takeExamAmidDeaths({ origin }, buyer.person, buyer.purchaseId, chance))
        }
      }
      const load = Promise.all([1, 2, 3, 4].map(lane))
      const until = async (exams: number) => {
        // A failed lane ends the wait too: its exams would never come.
        while (taken.length < exams) await Promise.race([pause(10), load])
      }
      const steps: [what: string, act: () => Promise<unknown>][] = [
        ['the database is migrated under both', () => migrate(database.url, after.projectRoot)],
        ['one of this release begins', () => begin('later-one', true)],
        ['one of the earlier is killed', end],
        ['another of this release begins', () => begin('later-two', true)],
        ['the other of the earlier is killed', end],
      ]
      const played = []
      for (const [what, act] of steps) {
        const at = taken.length + 5
        await until(at)
        const begun = performance.now()
        await act()
        played.push({ at, what, ms: Math.round(performance.now() - begun) })
      }
      await until(taken.length + 5)
      isOver = true
      await load
      const counts = await countLosses(db, running[0]!.origin, taken)
      console.log(JSON.stringify({ drill: 'rolling release', from: commit, played, ...counts }))
      expect(counts).toMatchObject(nothingWrong)
      expect(counts.exams).toBeGreaterThanOrEqual(30)
    } finally {
      await Promise.all(running.map((server) => server.kill()))
      await pool.end()
      await database.drop()
    }
  }, 240_000)
})

/** Null if the process was killed meanwhile: then a person tries once more. */
async function registerAndOrder(origin: string) {
  try {
    const person = await newcomer({ origin } as TestServer)
    const order = { test_id: 'logichnij-proba', idempotency_key: crypto.randomUUID() }
    const { status, body } = await person.post('/api/purchases/', order)
    expect(status).toBe(200)
    return { person, purchaseId: body.purchase_id as string }
  } catch (error) {
    // `fetch` throws this for a connection that is lost or refused.
    if (error instanceof TypeError) return null
    throw error
  }
}
