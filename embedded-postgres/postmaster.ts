import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, lastComplaint } from './cluster.ts'
import { canConnect, whyNotConnected } from './connection.ts'
import { EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import { giveTo, type Placement } from './placement.ts'
import { findLivePostmaster, type PostmasterFile, putAsideDeadFile, readPostmasterFile } from './postmaster-file.ts'
import { isAlive } from './process-table.ts'
import { postgresEnvironment, runCommand } from './run-command.ts'

/** A running PostgreSQL server, started or found. */
export interface Postmaster {
  pid: number
  port: number
  /** Settles when the process is gone. */
  gone: Promise<void>
}

const READY_WITHIN_MS = 60_000
/** A Unix socket's path has 107 bytes at most; PostgreSQL appends `/.s.PGSQL.` and a port to the folder. */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.65535.lock'.length
const LONGEST_LOG_BYTES = 4_000_000

/** Starts the server and waits until it accepts our password. */
export async function startPostmaster(
  placement: Placement,
  cluster: Cluster,
  port: number,
  durable: boolean,
): Promise<Postmaster> {
  putAsideDeadFile(cluster.pgdata)
  const logStart = openLog(placement, cluster)
  const log = openSync(cluster.logFile, 'a')
  const child = spawn(placement.binaries.postgres, postgresArguments(cluster, port, durable), {
    ...placement.identity.spawnAs,
    cwd: '/',
    env: postgresEnvironment(),
    // A file, not a pipe: a server that outlives this process must still have somewhere to write.
    stdio: ['ignore', log, log],
    // Ctrl-C in the terminal must not stop the database before the server has finished its last requests.
    detached: true,
  })
  closeSync(log)
  // Read only while the server starts: one that was stopped may lose its folder with the log before its exit arrives.
  let failure = null as (() => string) | null
  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      failure = () => `Cannot run ${placement.binaries.postgres}: ${reasonOf(error)}.`
      resolve()
    })
    child.on('exit', () => {
      failure ??= () =>
        `The database does not start: ${lastComplaint(readFileSync(cluster.logFile, 'utf8').slice(logStart))}`
      resolve()
    })
  })
  const isReady = () => readPostmasterFile(cluster.pgdata)?.pid === child.pid && canConnect(port, cluster.password)
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady())) {
    if (failure) throw new EmbeddedPostgresFailure(failure())
    if (Date.now() > deadline) throw new EmbeddedPostgresFailure(`The database is not ready; see ${cluster.logFile}.`)
    await Promise.race([gone, pause(40)])
  }
  return { pid: child.pid ?? 0, port, gone }
}

/** Takes over a server of this folder that outlived its node; null if there is none, or it had to be stopped. */
export async function adoptPostmaster(placement: Placement, cluster: Cluster): Promise<Postmaster | null> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const found = findLivePostmaster(cluster.pgdata)
    if (!found) return null
    if (await isSettled(found, cluster)) return { pid: found.pid, port: found.port, gone: whenGone(found.pid) }
    // It may be starting or stopping, which takes time. One that refuses our password is useless.
    if (Date.now() > deadline || (await refusesUs(found, cluster))) {
      await stopPostmaster(placement, cluster)
      return null
    }
    await pause(100)
  }
}

/** Ready now and a moment later: the watcher of a killed process may be about to stop it. */
async function isSettled(found: PostmasterFile, cluster: Cluster): Promise<boolean> {
  if (!found.ready || !(await canConnect(found.port, cluster.password))) return false
  await pause(250)
  return findLivePostmaster(cluster.pgdata)?.ready === true && (await canConnect(found.port, cluster.password))
}

async function refusesUs(found: PostmasterFile, cluster: Cluster): Promise<boolean> {
  const now = findLivePostmaster(cluster.pgdata)
  if (!found.ready || now?.pid !== found.pid || !now.ready) return false
  return (await whyNotConnected(found.port, cluster.password)) === 'wrong password'
}

/** Stops the server of this folder: first politely, after half a minute at once. Returns when it is gone. */
export async function stopPostmaster(placement: Placement, cluster: Cluster) {
  for (const mode of ['fast', 'immediate']) {
    if (!findLivePostmaster(cluster.pgdata)) return
    const { code, output } = await runCommand(
      placement.binaries.pgCtl,
      ['stop', '-D', cluster.pgdata, '-m', mode, '-w', '-t', '30'],
      placement.identity,
    )
    if (code === 0 || !findLivePostmaster(cluster.pgdata)) return
    if (mode === 'immediate') throw new EmbeddedPostgresFailure(`The database does not stop: ${lastComplaint(output)}`)
  }
}

function postgresArguments(cluster: Cluster, port: number, durable: boolean): string[] {
  // PostgreSQL reads a list of folders, with commas and quotes. Without a socket it is reached by its port, as we do.
  const isOneFolder = Buffer.byteLength(cluster.folder) <= LONGEST_SOCKET_FOLDER && !/[,"]/.test(cluster.folder)
  const socketFolder = isOneFolder ? cluster.folder : ''
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    fsync: durable ? 'on' : 'off',
    // A temporary database serves a whole test run: a dozen servers at the same time, each with up to 23 connections.
    max_connections: durable ? 100 : 400,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log must hold no answers, tokens or addresses: neither failed statements nor the rows they speak of.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster.pgdata, ...flags]
}

/** Returns the log offset at which the new run begins. */
function openLog(placement: Placement, cluster: Cluster): number {
  if (!existsSync(cluster.logFile)) {
    closeSync(openSync(cluster.logFile, 'a', 0o600))
    giveTo(cluster.logFile, placement.identity)
  }
  const { size } = statSync(cluster.logFile)
  if (size <= LONGEST_LOG_BYTES) return size
  truncateSync(cluster.logFile)
  return 0
}

/** A server that is not our child gives no exit event. */
async function whenGone(pid: number) {
  while (isAlive(pid)) await pause(300, undefined, { ref: false })
}
