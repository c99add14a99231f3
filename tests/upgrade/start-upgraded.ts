import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../../server/app.ts'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/seed/seed.ts'
import { testConfig, type TestServer } from '../support/build-server.ts'
import { emptyDatabase } from '../support/database.ts'
import { restoreDatabase } from './database-dump.ts'
import { fixtureSecret, type ReleaseFixture } from './fixture.ts'

/** This release's server on what a former one has left, in the steps of a start; its moments are `later` milliseconds later. */
export async function startUpgraded({ database }: ReleaseFixture, later: number): Promise<TestServer> {
  const { url, drop } = await emptyDatabase()
  await restoreDatabase(url, database, later)
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'iq-mail-'))
  const config = { ...testConfig(url, mailFolder), authSecret: fixtureSecret }
  await migrate(url, config.projectRoot)
  const { app, services } = await buildApp(config)
  await seed(services, null)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    services,
    config,
    origin,
    async close() {
      await app.close()
      await drop()
      await rm(mailFolder, { recursive: true, force: true })
    },
  }
}
