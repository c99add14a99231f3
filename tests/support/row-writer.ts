// A stand-in for the server: starts the embedded database and commits one row after another.
// Prints `url <connection string>` once and `saved <n>` after each acknowledged commit.
// Arguments: project folder, data folder.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../embedded-postgres/start-embedded-postgres.ts'

const [projectRoot = '', dataHome = ''] = process.argv.slice(2)

async function main() {
  const postgres = await startEmbeddedPostgres({ projectRoot, dataHome, log: (line) => console.log(`log ${line}`) })
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
  postgres.onExit(() => process.exit(1))
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 2000 })
  pool.on('error', () => undefined)
  await pool.query('CREATE TABLE IF NOT EXISTS saved (n integer PRIMARY KEY)')
  const { rows } = await pool.query<{ next: number }>('SELECT coalesce(max(n), 0) + 1 AS next FROM saved')
  await postgres.announce('http://127.0.0.1:1')
  console.log(`url ${postgres.url}`)
  for (let n = rows[0]?.next ?? 1; ; n++) await saveUntilAcknowledged(pool, n)
}

/** The reply to a commit may be lost with the connection; the same row is then sent again. */
async function saveUntilAcknowledged(pool: pg.Pool, n: number) {
  for (;;) {
    try {
      await pool.query('INSERT INTO saved VALUES ($1) ON CONFLICT DO NOTHING', [n])
      console.log(`saved ${n}`)
      return
    } catch {
      await pause(50)
    }
  }
}

main().catch((error: unknown) => {
  console.log(`failed ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
