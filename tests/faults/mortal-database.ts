import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readPostmasterFile } from '../../embedded-postgres/postmaster-file.ts'
import { startEmbeddedPostgres } from '../../embedded-postgres/start-embedded-postgres.ts'

/** A PostgreSQL that flushes to the disk and can be stopped at any moment. */
export interface MortalDatabase {
  /** URL of the maintenance database. */
  url: string
  /** Acts like `pg_ctl stop -m immediate`: no checkpoint, no graceful end. The keeper restarts it immediately. */
  stopAtOnce(): void
  /** Resolves when PostgreSQL accepts connections. Rejects after `end`, and if its keeper has given up on it. */
  whenUp(): Promise<void>
  end(): Promise<void>
}

export async function startMortalDatabase(): Promise<MortalDatabase> {
  const dataHome = mkdtempSync(path.join(tmpdir(), 'fault-database-'))
  // If root runs the tests, PostgreSQL runs as another user, who has to enter this folder.
  chmodSync(dataHome, 0o711)
  const projectRoot = path.resolve(import.meta.dirname, '../..')
  const postgres = await startEmbeddedPostgres({ projectRoot, dataHome, durable: true, log: () => undefined })
  let isOver = false
  let gaveUp: string | null = null
  postgres.onExit((reason) => {
    gaveUp = reason
  })
  const pgdata = path.join(postgres.dataDir, 'pgdata')
  return {
    url: postgres.url,
    stopAtOnce() {
      const postmaster = readPostmasterFile(pgdata)
      // During a restart there is no process to stop.
      if (postmaster?.ready) process.kill(postmaster.pid, 'SIGQUIT')
    },
    async whenUp() {
      while (!(await accepts(postgres.url))) {
        if (isOver) throw new Error('this database is no more')
        // Nobody will restart it, so a campaign would wait for ever.
        if (gaveUp !== null) throw new Error(gaveUp)
        await pause(50)
      }
    },
    async end() {
      isOver = true
      await postgres.stop()
      for (const folder of [path.dirname(postgres.dataDir), dataHome]) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
