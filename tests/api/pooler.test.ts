import { expect, it, type TestContext } from 'vitest'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { oneAtATime } from '../../server/db/one-at-a-time.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamAmidDeaths } from '../support/exam-amid-deaths.ts'
import { seededChance } from '../support/mortal-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { findPooler } from '../../scripts/test-run/find-pooler.mjs'
import { startPooler } from '../support/pooler.ts'
import { nextRelease } from '../support/release-folder.ts'
import { beginServer, spawnServer } from '../support/spawn-server.ts'

/** Skips a test without pgbouncer. Otherwise `keeper` is a server without jobs, `config` is for processes behind the pooler. */
async function startBehindPooler(context: TestContext) {
  const program = findPooler()
  if (program === null) return context.skip('there is no pgbouncer: apt-get install pgbouncer, or PGBOUNCER_PATH')
  const keeper = await startTestServer()
  await keeper.services.jobs.stop()
  await setTimeouts(keeper)
  const pooler = await startPooler(program, keeper.config.databaseUrl)
  return {
    keeper,
    config: { ...keeper.config, databaseUrl: pooler.url, databaseStatements: 'unnamed' as const },
    async stop() {
      await pooler.stop()
      await keeper.close()
    },
  }
}

/** Sets the timeouts of docs/operations.md for a database behind a pooler. */
async function setTimeouts({ services, config }: TestServer): Promise<void> {
  const name = new URL(config.databaseUrl).pathname.slice(1)
  const timeouts = { lock_timeout: '6s', statement_timeout: '15s', idle_in_transaction_session_timeout: '30s' }
  for (const [setting, value] of Object.entries(timeouts)) {
    await services.pool.query(`alter database ${name} set ${setting} = '${value}'`)
  }
}

it('twelve exams through four processes behind pgbouncer in transaction mode lose nothing acknowledged @full', async (context) => {
  const { keeper, config, stop } = await startBehindPooler(context)
  // All start at the same time, so that their starts wait for one another.
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
    await stop()
  }
}, 180_000)

it('one of four processes runs a migration of a minute while the others are restarted, and all four start @full', async (context) => {
  const { keeper, config: ofNow, stop } = await startBehindPooler(context)
  const projectRoot = nextRelease('create table of_next_release (id int); select pg_sleep(60)')
  const config = { ...ofNow, projectRoot }
  const { db, pool } = keeper.services
  const migrating = async () =>
    (
      await pool.query(
        `select application_name as name from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
      )
    ).rows
  const starts = [1, 2, 3, 4].map((number) => beginServer(config, `restarted-${number}`))
  try {
    await expect.poll(migrating, { timeout: 60_000 }).toHaveLength(1)
    const [{ name }] = (await migrating()) as [{ name: string }]
    // After every timeout of the database the waiting processes are started again; the migrating one is left alone.
    await pause(32_000)
    for (const [place, { applicationName, kill }] of starts.entries()) {
      if (applicationName === name) continue
      await kill()
      starts[place] = beginServer(config, applicationName)
    }
    expect(await migrating()).toEqual([{ name }])
    const origins = await Promise.all(starts.map(({ origin }) => origin))
    const ran = `select count(*)::int as of_next from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`
    expect((await pool.query(ran)).rows).toEqual([{ of_next: 1 }])
    let asked = 0
    const origin = () => origins[(asked += 1) % origins.length]!
    const person = await newcomer(keeper)
    const purchaseId = await givePurchase(keeper, person, 'logichnij-proba')
    const taken = [await takeExamAmidDeaths({ origin }, person, purchaseId, seededChance(1))]
    expect(await countLosses(db, origin(), taken)).toMatchObject({ exams: 1, ...nothingWrong })
  } finally {
    await Promise.all(starts.map(({ kill }) => kill()))
    await stop()
    rmSync(projectRoot, { recursive: true })
  }
}, 240_000)

it('six starts at the same time behind a pooler with four connections run one at a time, and all finish', async (context) => {
  const { config, stop } = await startBehindPooler(context)
  let atWork = 0
  const begin = (number: number) =>
    oneAtATime(config.databaseUrl, { lock: 4_711, what: 'works', say: () => undefined }, async (client) => {
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
    await stop()
  }
}, 60_000)
