import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach } from 'vitest'
import { emptyDatabase } from './database.ts'

export interface ReleaseDatabase {
  /** The folder of a release, for `writeMigrations`. */
  release: string
  /** URL of the database of the test that runs now. */
  url(): string
  /** Runs a statement on a connection of its own and returns its rows. */
  ask(text: string): Promise<object[]>
}

/**
 * Gives a file that tests migrations of its own one release folder, and an empty database for each test. Both are removed
 * afterwards. Call it at the top of the file: it adds hooks.
 */
export function openReleaseDatabase(): ReleaseDatabase {
  const release = mkdtempSync(path.join(tmpdir(), 'release-'))
  let url = ''
  afterAll(() => rmSync(release, { recursive: true, force: true }))
  beforeEach(async () => {
    const database = await emptyDatabase()
    url = database.url
    return () => database.drop()
  })
  return {
    release,
    url: () => url,
    async ask(text) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}
