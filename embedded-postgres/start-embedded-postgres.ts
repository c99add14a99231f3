import path from 'node:path'
import { openCluster } from './cluster.ts'
import { connectionUrl } from './connection.ts'
import { choosePlacement } from './placement.ts'
import { stopPostmaster } from './postmaster.ts'
import { startWatcher } from './start-watcher.ts'
import { Supervisor } from './supervisor.ts'

export interface EmbeddedPostgresOptions {
  projectRoot: string
  /** Gets one line for each event that a person at the terminal should know. */
  log: (line: string) => void
  /** The folder of the data; by default `.data` of the project. */
  dataHome?: string
  /** False only for a test run's temporary data: writes are then not flushed to the disk. */
  durable?: boolean
}

export interface EmbeddedPostgres {
  /** The superuser's address of the maintenance database `postgres`; constant for the whole run. */
  url: string
  dataDir: string
  /** A line for the banner if the data is not in the project's folder, else null. */
  note: string | null
  /** Tells a second `npm start` of this folder the address of this one. */
  announce(address: string): Promise<void>
  /** Stops the database; returns when it is gone. Safe to call twice. */
  stop(): Promise<void>
  /** Calls back once if the database has died for good; the text says why. */
  onExit(listener: (reason: string) => void): void
}

/** Starts or adopts the project's PostgreSQL until `stop`. Rejects with a one-line EmbeddedPostgresFailure or AlreadyRunning. */
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
