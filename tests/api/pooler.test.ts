import { expect, it } from 'vitest'
import { oneAtATime } from '../../server/db/one-at-a-time.ts'
import { startTestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamAmidDeaths } from '../support/exam-amid-deaths.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { findPooler } from '../../scripts/test-run/find-pooler.mjs'
import { startPooler } from '../support/pooler.ts'
import { spawnServer } from '../support/spawn-server.ts'

it('exams through four processes behind pgbouncer in transaction mode: nothing acknowledged is lost @full', async (context) => {
  const program = findPooler()
  if (program === null) return context.skip('there is no pgbouncer: apt-get install pgbouncer, or PGBOUNCER_PATH')
  const keeper = await startTestServer()
  await keeper.services.jobs.stop()
  const pooler = await startPooler(program, keeper.config.databaseUrl)
  const config = { ...keeper.config, databaseUrl: pooler.url, databaseStatements: 'unnamed' as const }
  // At once, so that their starts wait for one another.
  const servers = await Promise.all([1, 2, 3, 4].map((number) => spawnServer(config, `pooled-${number}`)))
  try {
    let asked = 0
    const origin = () => servers[(asked += 1) % servers.length]!.origin
    const taken: TakenExam[] = []
    const lane = async (number: number) => {
      const person = await newcomer(keeper)
      const purchaseId = await givePurchase(keeper, person, 'logichnij-proba')
      taken.push(await takeExamAmidDeaths({ origin }, person, purchaseId, seededChance(number)))
    }
    await Promise.all(Array.from({ length: 12 }, (_, number) => lane(number)))
    expect(await countLosses(keeper.services.db, origin(), taken)).toMatchObject({ exams: 12, ...nothingWrong })
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await pooler.stop()
    await keeper.close()
  }
}, 180_000)

it('more processes than a pooler has connections begin at once: each waits for its turn, and all begin', async (context) => {
  const program = findPooler()
  if (program === null) return context.skip('there is no pgbouncer: apt-get install pgbouncer, or PGBOUNCER_PATH')
  const keeper = await startTestServer()
  const pooler = await startPooler(program, keeper.config.databaseUrl)
  let atWork = 0
  const begin = (number: number) =>
    oneAtATime(pooler.url, { lock: 4_711, what: 'works', say: () => undefined }, async (client) => {
      atWork += 1
      expect(atWork).toBe(1)
      await client.query('select pg_sleep(0.05)')
      atWork -= 1
      return number
    })
  try {
    const processes = [1, 2, 3, 4, 5, 6]
    expect(await Promise.all(processes.map(begin))).toEqual(processes)
  } finally {
    await pooler.stop()
    await keeper.close()
  }
}, 60_000)
