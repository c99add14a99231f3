import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/seed/seed.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { countLosses, nothingWrong, takeExamsInLanes } from '../support/exam-amid-deaths.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { findPostgresPrograms, type InstalledPostgres, openInstalledPostgres } from '../support/installed-postgres.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

const projectRoot = path.resolve(import.meta.dirname, '../..')
const lanes = 6
const exams = 24

/** Runs a script of deploy/ as PostgreSQL's user, with its programs. Resolves to what it printed. */
function deployed(postgres: InstalledPostgres, script: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, PG_BIN: postgres.bin, PGPASSWORD: postgres.password }
  return new Promise((resolve, reject) => {
    const command = ['sh', [path.join(projectRoot, 'deploy', script), ...args]] as const
    execFile(...command, { ...postgres.identity.spawnAs, cwd: '/', env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim())
      else reject(new Error(`${script}: ${stderr}`, { cause: error }))
    })
  })
}

/**
 * The drill of docs/operations.md, by its scripts: the database's disk is lost with all that is on it, without a clean shutdown.
 */
it('a copy and the received log bring back everything acknowledged after the database’s disk is lost in the middle of exams @full', async (context) => {
  const bin = findPostgresPrograms()
  if (bin === null)
    return context.skip('pg_basebackup and pg_receivewal are not installed (Debian: the package postgresql)')
  const home = mkdtempSync(path.join(tmpdir(), 'restore-drill-'))
  const postgres = await openInstalledPostgres(home, bin)
  const [wal, copies] = ['wal', 'copies'].map((name) => path.join(home, name)) as [string, string]
  const servers: SpawnedServer[] = []
  let keeper: TestServer | null = null
  try {
    await migrate(postgres.url, projectRoot)
    // Makes people and purchases, and neither serves nor takes jobs.
    keeper = await startTestServer({ sharing: { config: { databaseUrl: postgres.url } } as TestServer })
    await seed(keeper.services, null)
    await keeper.services.jobs.stop()
    const people = await Promise.all(
      Array.from({ length: exams }, async (_, number) => {
        const person = await newcomer(keeper!)
        return { person, number, purchaseId: await givePurchase(keeper!, person, 'logichnij-proba') }
      }),
    )
    const receiver = postgres.spawn('sh', path.join(projectRoot, 'deploy/receive-wal.sh'), postgres.connection, wal)
    await postgres.waitForReceiver()
    for (const name of ['one', 'two']) servers.push(await spawnServer(keeper.config, name))

    let asked = 0
    const origin = () => servers[(asked += 1) % servers.length]!.origin
    const early = takeExamsInLanes({ origin }, people.slice(0, exams / 2), lanes)
    while (early.taken.length < lanes / 2) await pause(20)
    const copiedAt = performance.now()
    const copy = await deployed(postgres, 'backup.sh', postgres.connection, copies)
    const copyMs = Math.round(performance.now() - copiedAt)
    const atCopy = early.taken.length
    // Exams must be under way when the disk is lost, however long the copy took.
    const late = takeExamsInLanes({ origin }, people.slice(exams / 2), lanes)
    while (late.taken.length < lanes / 2) await pause(20)

    const lostAt = performance.now()
    await postgres.kill()
    receiver.kill('SIGKILL')
    rmSync(postgres.pgdata, { recursive: true })
    const atLoss = early.taken.length + late.taken.length
    await deployed(postgres, 'restore.sh', copy, wal, postgres.pgdata)
    await postgres.start()
    const restoredMs = Math.round(performance.now() - lostAt)
    await Promise.all([early.load, late.load])
    const taken = [...early.taken, ...late.taken]

    const counts = await countLosses(keeper.services.db, origin(), taken)
    const log = readdirSync(wal).length
    console.log(JSON.stringify({ drill: 'restore', atCopy, atLoss, copyMs, restoredMs, log, ...counts }))
    expect(counts).toMatchObject({ exams, ...nothingWrong })
    expect(atLoss).toBeLessThan(exams)
    // A copy gets its name `base-…` only when it is whole.
    expect(readdirSync(copies).filter((name) => !name.startsWith('base-'))).toEqual([])
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await keeper?.app.close()
    await postgres.remove()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}, 300_000)

it('the restore script refuses a target folder that exists, and a copy that is not whole', async (context) => {
  const bin = findPostgresPrograms()
  if (bin === null)
    return context.skip('pg_basebackup and pg_receivewal are not installed (Debian: the package postgresql)')
  const home = mkdtempSync(path.join(tmpdir(), 'restore-refusals-'))
  try {
    const run = (...args: string[]) =>
      new Promise<[number, string]>((resolve) => {
        execFile('sh', [path.join(projectRoot, 'deploy/restore.sh'), ...args], (error, _stdout, stderr) =>
          resolve([Number(error?.code ?? 0), stderr]),
        )
      })
    mkdirSync(path.join(home, 'there'))
    expect(await run(home, home, path.join(home, 'there'))).toEqual([2, expect.stringContaining('is there already')])
    expect(await run(home, home, path.join(home, 'new'))).toEqual([2, expect.stringContaining('is no whole copy')])
    expect(existsSync(path.join(home, 'new'))).toBe(false)
  } finally {
    rmSync(home, { recursive: true })
  }
})
