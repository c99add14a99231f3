import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { whyNoPatroni } from '../../scripts/test-run/find-patroni.mjs'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/seed/seed.ts'
import { readAlertRules } from '../support/alert-rules.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, type TakenExam, takeExamsInLanes } from '../support/exam-amid-deaths.ts'
import { type Machine, type PatroniCluster, type Roles, startPatroniCluster } from '../support/patroni-cluster.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'
import { timeSaves } from '../support/time-saves.ts'

/*
 * deploy/ha under exams, by its own files: three machines of Debian's Patroni, etcd and PostgreSQL, HAProxy in front of them, and
 * two processes of the product that know only its address. Whatever happens to a machine, nobody repairs anything by hand.
 */

const projectRoot = path.resolve(import.meta.dirname, '../..')
const examinees = 25
/** Seconds within which saves must work again. */
const mostAway = 30
const reason = whyNoPatroni()

let cluster: PatroniCluster
let keeper: TestServer
const servers: SpawnedServer[] = []
const allTaken: TakenExam[] = []

beforeAll(async () => {
  if (reason !== null) return
  cluster = await startPatroniCluster()
  await withClient(cluster.url, async (client) => {
    await client.query(`create role iq login password 'of-iq'`)
    await client.query('create database iq owner iq')
  })
  const url = new URL(cluster.url)
  Object.assign(url, { username: 'iq', password: 'of-iq', pathname: '/iq' })
  await migrate(url.href, projectRoot)
  // Makes people and purchases, and neither serves nor takes jobs.
  keeper = await startTestServer({
    logLevel: 'silent',
    sharing: { config: { databaseUrl: url.href } } as TestServer,
  })
  await seed(keeper.services, null)
  await keeper.services.jobs.stop()
  for (const name of ['one', 'two']) servers.push(await spawnServer(keeper.config, name))
}, 180_000)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await keeper?.close()
  await cluster?.stop()
}, 60_000)

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Takes concurrent exams of some people, and causes `fault` when all are under way. Prints what became of them. Returns the longest
 * time in seconds without an acknowledged save since then. The caller mends the fault after the exams.
 */
async function play(
  what: string,
  fault: (roles: Roles) => Promise<unknown>,
  { thinkMs = 400, roles: known }: { thinkMs?: number; roles?: Roles } = {},
) {
  const roles = known ?? (await cluster.whole())
  const people = await Promise.all(
    Array.from({ length: examinees }, async (_, number) => {
      const person = await newcomer(keeper)
      return { person, number, purchaseId: await givePurchase(keeper, person, 'logichnij-proba') }
    }),
  )
  const saved: number[] = []
  let asked = 0
  const origin = () => servers[(asked += 1) % servers.length]!.origin
  const load = takeExamsInLanes(
    { origin, acknowledged: () => saved.push(performance.now()), thinkMs },
    people,
    examinees,
  )
  while (saved.length < examinees * 2) await pause(20)
  const since = performance.now()
  await fault(roles)
  await load.load
  allTaken.push(...load.taken)
  const times = [since, ...saved.filter((time) => time > since)]
  const away = Math.max(...times.slice(1).map((time, place) => time - times[place]!)) / 1000
  const counts = await countLosses(keeper.services.db, origin(), load.taken)
  console.log(
    `${what}: ${counts.exams} people, away ${away.toFixed(1)} s, ${counts.acknowledged} acknowledged, ${counts.lost} lost, ${counts.graded_twice} graded twice`,
  )
  expect(counts).toMatchObject({ exams: examinees, ...nothingWrong })
  return { roles, away }
}

const psql = ['psql', '--no-psqlrc', '--tuples-only', '--no-align', '--dbname=postgres', '--command']

/** Whether a machine's own PostgreSQL acknowledges a write within 4 s, primary or not. */
async function acknowledges(machine: Machine): Promise<boolean> {
  return machine.run([...psql, 'create table written_alone ()'], 4_000).then(
    () => true,
    () => false,
  )
}

const orSkip = (context: TestContext, why = reason) => (why === null ? undefined : context.skip(why))

it('a save is timed with and without the wait for another machine @full', async (context) => {
  orSkip(context)
  await cluster.whole()
  const { pool } = keeper.services
  const timed = async (setting: 'local' | 'on') => {
    await pool.query(`alter role iq set synchronous_commit = '${setting}'`)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'iq' and pid <> pg_backend_pid()`,
    )
    return timeSaves(keeper)
  }
  const [alone, awaited] = [await timed('local'), await timed('on')]
  console.log(`a save, in milliseconds: ${JSON.stringify({ alone, awaited })}`)
}, 60_000)

it('Patroni exports each figure that deploy/ha/alerts.yml reads @full', async (context) => {
  orSkip(context)
  const { primary } = await cluster.whole()
  const page = await primary.metrics()
  const figures = readAlertRules('ha/alerts.yml').flatMap(({ expr }) => expr.match(/patroni_\w+/g) ?? [])
  expect(figures.length).toBeGreaterThan(4)
  for (const figure of figures) expect(page).toMatch(new RegExp(`^${figure}[{ ]`, 'm'))
}, 60_000)

it('exams lose no acknowledged answer in a planned switch, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const switchOver = ({ primary }: Roles) =>
    primary.run(['patronictl', '-c', '/etc/patroni/config.yml', 'switchover', '--force'])
  // People think longer than the command takes until it acts.
  const { away } = await play('a planned switch', switchOver, { thinkMs: 1_500 })
  expect(away).toBeLessThan(mostAway)
}, 120_000)

it('exams lose no acknowledged answer when the disk of the primary is full, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  orSkip(context, cluster.noDisks)
  const { away, roles } = await play('a full disk', async ({ primary }) => primary.fillDisk(true))
  expect(away).toBeLessThan(mostAway)
  roles.primary.fillDisk(false)
  roles.primary.begin()
  await cluster.whole()
}, 120_000)

it('exams lose no acknowledged answer when PostgreSQL of the primary is killed, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const { away } = await play('PostgreSQL killed', ({ primary }) => primary.signal('SIGKILL', 'postgres'))
  expect(away).toBeLessThan(mostAway)
}, 120_000)

it('exams lose no acknowledged answer when the primary’s machine is lost with its etcd, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const { away, roles } = await play('a machine lost', ({ primary }) => primary.signal('SIGKILL'))
  expect(away).toBeLessThan(mostAway)
  roles.primary.begin()
  await cluster.whole()
}, 120_000)

it('exams lose no acknowledged answer when the primary’s machine freezes, and its PostgreSQL acknowledges nothing when it wakes @full', async (context) => {
  orSkip(context)
  const { away, roles } = await play('a machine frozen', ({ primary }) => primary.signal('SIGSTOP'))
  expect(away).toBeLessThan(mostAway)
  const old = roles.primary
  await old.signal('SIGCONT', 'postgres')
  expect(await old.run([...psql, 'select pg_is_in_recovery()'])).toBe('f')
  expect(await acknowledges(old)).toBe(false)
  await old.signal('SIGCONT')
  await cluster.whole()
}, 120_000)

it('exams lose no acknowledged answer when the network of the primary is gone, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const { away, roles } = await play('a network gone', ({ primary }) => primary.plug(false))
  expect(away).toBeLessThan(mostAway)
  await roles.primary.plug(true)
  await cluster.whole()
}, 120_000)

it('a primary that is cut off from the other machines, and not from the servers, acknowledges nothing @full', async (context) => {
  orSkip(context)
  const written: boolean[] = []
  const { away, roles } = await play('a split', async ({ primary }) => {
    await primary.split(true)
    written.push(await acknowledges(primary))
  })
  expect(written).toEqual([false])
  expect(away).toBeLessThan(mostAway)
  await roles.primary.split(false)
  await cluster.whole()
}, 120_000)

it('exams lose no acknowledged answer when the synchronous standby freezes, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const { away, roles } = await play('a standby frozen', ({ awaited }) => awaited.signal('SIGSTOP'))
  expect(away).toBeLessThan(mostAway)
  await roles.awaited.signal('SIGCONT')
  await cluster.whole()
}, 120_000)

it('exams lose no acknowledged answer when etcd is lost on one machine, and then on two, and saves work again within 30 s @full', async (context) => {
  orSkip(context)
  const first = await play('etcd lost on one machine', ({ awaited }) => awaited.signal('SIGKILL', 'etcd'))
  const { roles } = first
  await roles.other.signal('SIGKILL', 'etcd')
  const isPrimaryByOthers = async () =>
    (await roles.primary.told<{ failsafe_mode_is_active?: boolean }>('/patroni'))?.failsafe_mode_is_active === true
  await expect.poll(isPrimaryByOthers, { timeout: 30_000 }).toBe(true)
  const second = await play('etcd lost on two machines', async () => undefined, { roles })
  expect([first.away < mostAway, second.away < mostAway, await isPrimaryByOthers()]).toEqual([true, true, true])
  for (const machine of [roles.awaited, roles.other]) machine.begin()
  await cluster.whole()
}, 120_000)

it('nothing is acknowledged while two machines of three are lost, and saves work again by themselves when one is back @full', async (context) => {
  orSkip(context)
  const written: boolean[] = []
  const exam = await startedExam(keeper)
  const save = () => exam.save({ events: [exam.events[0]!] })
  expect((await save()).status).toBe(200)
  const { roles } = await play('two machines lost, then one back', async ({ primary, awaited, other }) => {
    await Promise.all([awaited.signal('SIGKILL'), other.signal('SIGKILL')])
    // A repeated save of a stored answer has a commit of its own, which waits like the first one.
    const repeated = save()
    written.push(await acknowledges(primary))
    written.push((await repeated).status === 200)
    const isPrimary = async () => (await primary.told<{ role: string }>('/patroni'))?.role
    await expect.poll(isPrimary, { timeout: 60_000 }).not.toMatch(/master|primary/)
    awaited.begin()
  })
  expect(written).toEqual([false, false])
  expect((await save()).status).toBe(200)
  roles.other.begin()
  await cluster.whole()
  // The WAL receiver has followed each primary.
  const { timeline } = (await roles.primary.told<{ timeline: number }>('/patroni'))!
  const history = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  await expect.poll(() => cluster.received(), { timeout: 30_000 }).toContain(history)
}, 180_000)

it('after all these faults each acknowledged answer is there, and each exam is graded once @full', async (context) => {
  orSkip(context)
  await cluster.whole()
  const counts = await countLosses(keeper.services.db, servers[0]!.origin, allTaken)
  console.log(`all of it: ${JSON.stringify(counts)}`)
  expect(counts).toMatchObject({ exams: allTaken.length, ...nothingWrong })
}, 120_000)
