import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { projectRoot } from '../launch/project.mjs'

/** Starts one PostgreSQL for the whole run, in a temporary folder that `stop` removes. */
export async function startTestDatabase() {
  const { startEmbeddedPostgres } = await tsImport(
    '../../embedded-postgres/start-embedded-postgres.ts',
    import.meta.url,
  )
  const dataHome = mkdtempSync(path.join(tmpdir(), 'test-database-'))
  // As root the server runs as another user, who must be able to enter.
  chmodSync(dataHome, 0o711)
  const postgres = await startEmbeddedPostgres({ projectRoot, dataHome, durable: false, log: console.log })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      for (const folder of [path.dirname(postgres.dataDir), dataHome]) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
}
