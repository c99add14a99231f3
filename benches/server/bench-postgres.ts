import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../embedded-postgres/start-embedded-postgres.ts'
import { cpuOf } from './cpu.ts'

/** The PostgreSQL for both measured servers, and a temporary database in it. */
export interface BenchPostgres {
  url: string
  /** The bench's own connection, as a superuser. */
  client: pg.Client
  /** CPU of all its processes so far, in milliseconds. */
  cpu(): number
  /** Whether statements can be counted (pg_stat_statements is loaded). */
  countsStatements: boolean
  /** Sets postgresql.conf settings; null restores a default. Restarts for those that need it. */
  configure(settings: Record<string, string | null>, effect: 'reload' | 'restart'): Promise<void>
  /** Whether `configure` can restart it; not if the PostgreSQL was given. */
  canRestart: boolean
  stop(): Promise<void>
}

const projectRoot = path.resolve(import.meta.dirname, '../..')

/** Starts the embedded PostgreSQL as `npm start` does, durable, or uses BENCH_DATABASE_URL. Loads pg_stat_statements. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const given = process.env.BENCH_DATABASE_URL
  return given ? onGiven(given) : onItsOwn()
}

async function onItsOwn(): Promise<BenchPostgres> {
  const dataHome = mkdtempSync(path.join(tmpdir(), 'bench-server-'))
  // As root the server runs as another user, who must be able to enter.
  chmodSync(dataHome, 0o711)
  const start = () => startEmbeddedPostgres({ projectRoot, dataHome, log: () => undefined })
  let embedded = await start()
  const remove = async () => {
    await embedded.stop()
    for (const folder of [path.dirname(embedded.dataDir), dataHome]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const rig = await makeDatabase(embedded.url)
  const restart = async () => {
    await rig.client.end()
    await embedded.stop()
    embedded = await start()
    await rig.reconnect(embedded.url)
  }
  try {
    await set(rig.client, {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'none',
      'pg_stat_statements.max': '20000',
      compute_query_id: 'off',
    })
    await restart()
    await rig.client.query('create extension pg_stat_statements')
  } catch (error) {
    await rig.client.end()
    await remove()
    throw error
  }
  return Object.assign(rig, {
    countsStatements: true,
    canRestart: true,
    async configure(settings: Record<string, string | null>, effect: 'reload' | 'restart') {
      await set(rig.client, settings)
      if (effect === 'restart') await restart()
      else await rig.client.query('select pg_reload_conf()')
    },
    async stop() {
      await rig.client.end()
      await remove()
    },
  })
}

async function onGiven(url: string): Promise<BenchPostgres> {
  const rig = await makeDatabase(url)
  return Object.assign(rig, {
    countsStatements: false,
    canRestart: false,
    configure: () => Promise.reject(new Error('a PostgreSQL that was given keeps its settings')),
    async stop() {
      const name = new URL(rig.url).pathname.slice(1)
      await rig.client.end()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    },
  })
}

async function makeDatabase(administratorUrl: string) {
  const name = `bench_${process.pid}_${randomBytes(4).toString('hex')}`
  const administrator = new pg.Client({ connectionString: administratorUrl })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const rig = {
    url: '',
    client: undefined as unknown as pg.Client,
    postmaster: 0,
    cpu: () => cpuOf(rig.postmaster),
    async reconnect(server: string) {
      const url = new URL(server)
      url.pathname = `/${name}`
      rig.url = url.href
      rig.client = new pg.Client({ connectionString: rig.url, application_name: 'bench' })
      await rig.client.connect()
      rig.postmaster = await postmasterOf(rig.client)
    },
  }
  await rig.reconnect(administratorUrl)
  return rig
}

/** The postmaster is the parent of the process that serves this connection. */
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function set(client: pg.Client, settings: Record<string, string | null>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await client.query(
      value === null ? `alter system reset ${name}` : `alter system set ${name} = ${client.escapeLiteral(value)}`,
    )
  }
}
