import path from 'node:path'
import { openCluster } from './cluster.ts'
import { connectionUrl } from './connection.ts'
import { choosePlacement } from './placement.ts'
import { stopPostmaster } from './postmaster.ts'
import { startWatcher } from './start-watcher.ts'
import { Supervisor } from './supervisor.ts'

export interface EmbeddedPostgresOptions {
  projectRoot: string
  /** Receives one line for each thing that a person at the terminal should know. */
  log: (line: string) => void
  /** Where the data lives; `.data` of the project when left out. */
  dataHome?: string
  /** False only for data that a test run throws away: writes are then not flushed to the disk. */
  durable?: boolean
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser to the maintenance database `postgres`; the same for the whole run. */
  url: string
  /** The folder with all of the database's files. */
  dataDir: string
  /** One line for the banner when the data is not in the project's folder, else null. */
  note: string | null
  /** Tells a second `npm start` of this folder where this one answers. */
  announce(address: string): Promise<void>
  /** Stops the database and returns when it is gone. Safe to call twice. */
  stop(): Promise<void>
  /** Calls back, once, when the database has died and could not be brought back; the text says why. */
  onExit(listener: (reason: string) => void): void
}

/**
 * Starts (or takes over) the project's own PostgreSQL and keeps it running until `stop`. Rejects with an
 * EmbeddedPostgresFailure whose message is one clear line; with AlreadyRunning when another process has it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { projectRoot, log, durable = true, dataHome = path.join(projectRoot, '.data') } = options
  const placement = choosePlacement({ projectRoot, dataHome, productName: 'testuvannia-iq' })
  const cluster = await openCluster(placement, log, durable)
  const supervisor = await Supervisor.start({ placement, cluster, durable, log })
  const watcher = startWatcher(projectRoot, placement, cluster, log)
  let stopping: Promise<void> | null = null

  async function stop() {
    await supervisor.retire(() => stopPostmaster(placement, cluster))
    watcher.release()
  }

  return {
    url: connectionUrl(supervisor.port, cluster.password),
    dataDir: cluster.folder,
    note: placement.note,
    announce: (address) => supervisor.announce(address),
    stop: () => (stopping ??= stop()),
    onExit: (listener) => supervisor.onGivingUp(listener),
  }
}
