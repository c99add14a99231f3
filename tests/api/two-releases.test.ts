import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { startTestServer, testConfig, type TestServer } from '../support/build-server.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { countLosses, nothingWrong, takeExamAmidDeaths, type TakenExam } from '../support/exam-amid-deaths.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { buildEarlierRelease, type EarlierRelease } from '../upgrade/earlier-release.ts'

/**
 * What docs/operations.md says of a process of the release before that still runs when the database is migrated. A migration
 * after which the two may not share a database makes this fail: then that page says so, and this test begins with the release.
 */
describe('the release before the newest migration and this one at one database', () => {
  let earlier: EarlierRelease | null
  let database: TestDatabase
  let old: SpawnedServer
  let server: TestServer
  beforeAll(async () => {
    earlier = await buildEarlierRelease()
    if (earlier === null) return
    database = await emptyDatabase()
    await migrate(database.url, earlier.projectRoot)
    const config = { ...testConfig(database.url, tmpdir()), projectRoot: earlier.projectRoot }
    old = await spawnServer(config, 'earlier', earlier.entry)
    // It has connections, and statements that it has prepared, when the database is migrated under it.
    expect((await fetch(`${old.origin}/readyz`)).status).toBe(200)
    await migrate(database.url, testConfig(database.url, '').projectRoot)
    server = await startTestServer({ databaseUrl: database.url })
  }, 240_000)
  afterAll(async () => {
    if (earlier === null) return
    await old.kill()
    await server.close()
    await database.drop()
    earlier.remove()
  })

  it.for<[where: string, origins: () => string[]]>([
    ['whose calls go to one and the other by turns', () => [old.origin, server.origin]],
    ['at the earlier one', () => [old.origin]],
    ['at the later one', () => [server.origin]],
  ])(
    'exams %s: nothing acknowledged is lost, each is graded once, and both repeat its reply by the same bytes @full',
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
