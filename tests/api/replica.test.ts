import { setTimeout as pause } from 'node:timers/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/seed/seed.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, takeExamsInLanes } from '../support/exam-amid-deaths.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { startReplicatedPair } from '../support/replica.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { timeSaves } from '../support/time-saves.ts'

const projectRoot = path.resolve(import.meta.dirname, '../..')
const lanes = 6

it('a database replica that takes over in the middle of exams has everything acknowledged, and each exam is graded once @full', async () => {
  const pair = await startReplicatedPair()
  await migrate(pair.url, projectRoot)
  // Makes people and purchases, and neither serves nor takes jobs.
  const keeper = await startTestServer({ sharing: { config: { databaseUrl: pair.url } } as TestServer })
  const servers: SpawnedServer[] = []
  try {
    await seed(keeper.services, null)
    const alone = await timeSaves(keeper)
    await pair.waitForReplica(true)
    const awaited = await timeSaves(keeper)
    await keeper.services.jobs.stop()
    for (const name of ['one', 'two']) servers.push(await spawnServer(keeper.config, name))

    const people = await Promise.all(
      Array.from({ length: lanes * 4 }, async (_, number) => {
        const person = await newcomer(keeper)
        return { person, number, purchaseId: await givePurchase(keeper, person, 'logichnij-proba') }
      }),
    )
    let asked = 0
    const origin = () => servers[(asked += 1) % servers.length]!.origin
    const { taken, load } = takeExamsInLanes({ origin }, people, lanes)
    while (taken.length < lanes) await pause(20)
    // The worst order: the replica is cut off, the primary still writes, then the primary is gone.
    await pair.cutOff()
    await pair.commitWaits()
    const before = taken.length
    await pair.failOver()
    await load
    const counts = await countLosses(keeper.services.db, origin(), taken)
    console.log(JSON.stringify({ before, alone, awaited, ...counts }))
    expect(counts).toMatchObject({ exams: lanes * 4, ...nothingWrong })
    expect(before).toBeLessThan(lanes * 4)
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await keeper.close()
    await pair.stop()
  }
}, 300_000)
