import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { projectRoot } from '../launch/project.mjs'

/** One PostgreSQL for the whole run, in a folder that is thrown away; `stop` removes every trace of it. */
export async function startTestDatabase() {
  const { startEmbeddedPostgres } = await tsImport(
    '../../embedded-postgres/start-embedded-postgres.ts',
    import.meta.url,
  )
  const dataHome = mkdtempSync(path.join(tmpdir(), 'test-database-'))
  // For root the server runs as another user, who has to pass through.
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
