import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Cluster, openCluster } from '../../embedded-postgres/cluster.ts'
import { connectionUrl } from '../../embedded-postgres/connection.ts'
import { choosePlacement, giveTo, type Placement } from '../../embedded-postgres/placement.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from '../../embedded-postgres/postmaster.ts'
import { runCommand } from '../../embedded-postgres/run-command.ts'
import { type PlainProxy, startPlainProxy } from './plain-proxy.ts'
import { freePort } from './free-port.ts'

/** One PostgreSQL of a pair, with a connection of a superuser. */
interface Member {
  placement: Placement
  cluster: Cluster
  postmaster: Postmaster
  client: pg.Client
}

export interface ReplicatedPair {
  /** Leads to the primary, and after `failOver` to its former replica. */
  url: string
  /** Sets whether a commit waits until the replica has it on its disk (synchronous_standby_names). */
  waitForReplica(isAwaited: boolean): Promise<void>
  /** Cuts the replica off from all later commits. */
  cutOff(): Promise<void>
  /** Resolves when a commit of the primary waits for the replica. */
  commitWaits(): Promise<void>
  /** Kills the primary as a power cut would, and makes the replica the primary. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

const projectRoot = path.resolve(import.meta.dirname, '../..')

/** Starts a durable PostgreSQL and its streaming replica, copied from its files as it runs: there is no pg_basebackup. */
export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const folders = ['primary', 'replica'].map((name) => {
    const folder = mkdtempSync(path.join(tmpdir(), `${name}-`))
    // If root runs the tests, the server runs as another user, who has to enter this folder.
    chmodSync(folder, 0o711)
    return folder
  })
  const [placement, other] = folders.map((dataHome) =>
    choosePlacement({ projectRoot, dataHome, productName: 'testuvannia-iq' }),
  ) as [Placement, Placement]
  const cluster = await openCluster(placement, () => undefined, true)
  const primary = await startMember(placement, cluster)
  await primary.client.query(`alter system set wal_keep_size = '512MB'`)
  await primary.client.query('select pg_reload_conf()')
  const link = await startPlainProxy(() => [primary.postmaster.port])
  const replica = await copyOf(primary, other, link).catch(async (error: unknown) => {
    await stopPostmaster(placement, cluster)
    throw error
  })

  let current = primary
  const front = await startPlainProxy(() => [current.postmaster.port])
  const sync = async () => {
    const { rows } = await primary.client.query<{ state: string }>(
      'select sync_state as state from pg_stat_replication',
    )
    return rows[0]?.state
  }
  await until(async () => (await sync()) !== undefined)

  return {
    url: connectionUrl(front.port, cluster.password),
    async waitForReplica(isAwaited) {
      await primary.client.query(`alter system set synchronous_standby_names = '${isAwaited ? '*' : ''}'`)
      await primary.client.query('select pg_reload_conf()')
      await until(async () => (await sync()) === (isAwaited ? 'sync' : 'async'))
    },
    cutOff: () => link.close(),
    commitWaits: () =>
      until(async () => {
        const waiting = `select 1 from pg_stat_activity where wait_event = 'SyncRep'`
        return (await primary.client.query(waiting)).rows.length > 0
      }),
    async failOver() {
      process.kill(primary.postmaster.pid, 'SIGKILL')
      await primary.postmaster.gone
      await replica.client.query('select pg_promote(true, 30)')
      current = replica
    },
    async stop() {
      await front.close()
      for (const member of [primary, replica]) {
        await member.client.end().catch(() => undefined)
        await stopPostmaster(member.placement, member.cluster)
      }
      for (const folder of [...folders, placement.home, other.home]) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
}

async function startMember(placement: Placement, cluster: Cluster): Promise<Member> {
  const postmaster = await startPostmaster(placement, cluster, await freePort(), true)
  const client = new pg.Client({ connectionString: connectionUrl(postmaster.port, cluster.password) })
  // The server is killed under this connection.
  client.on('error', () => undefined)
  await client.connect()
  return { placement, cluster, postmaster, client }
}

/** Makes a replica of a running server, which it reaches through `link`. */
async function copyOf({ client, cluster }: Member, placement: Placement, link: PlainProxy): Promise<Member> {
  const folder = path.join(placement.home, 'postgres')
  const pgdata = path.join(folder, 'pgdata')
  mkdirSync(folder, { mode: 0o700 })
  giveTo(folder, placement.identity)
  const give = (name: string, content: string) => {
    writeFileSync(path.join(pgdata, name), content)
    giveTo(path.join(pgdata, name), placement.identity)
  }
  await client.query(`select pg_backup_start('replica', true)`)
  // Files may change during the copy: a replay from the backup's label mends that.
  await runCommand('cp', ['-a', cluster.pgdata, pgdata], placement.identity)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(pgdata, name), { force: true })
  give('backup_label', rows[0]!.labelfile)
  give('standby.signal', '')
  const { password } = cluster
  give(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=127.0.0.1 port=${link.port} user=postgres password=${password}'\n`,
  )
  const files = { portFile: path.join(folder, 'port'), logFile: path.join(folder, 'postgres.log') }
  return startMember(placement, { folder, pgdata, password, ...files })
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the replica does not follow')
}
