import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { listen, testConfig, type TestServer } from '../support/build-server.ts'
import { emptyDatabase } from '../support/database.ts'
import { restoreDatabase } from './database-dump.ts'
import { fixtureSecret, type ReleaseFixture } from './fixture.ts'

/** Starts this release's server on a former one's data, as at a normal start, with all times `later` ms later. */
export async function startUpgraded({ database }: ReleaseFixture, later: number): Promise<TestServer> {
  const owned = await emptyDatabase()
  await restoreDatabase(owned.url, database, later)
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'iq-mail-'))
  const config = { ...testConfig(owned.url, mailFolder), authSecret: fixtureSecret }
  await migrate(config.databaseUrl, config.projectRoot)
  return listen(config, { database: owned, mailFolder })
}
