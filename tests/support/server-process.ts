import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { listen } from '../../server/start/listen.ts'

/**
 * A server in a process of its own, so that a test can kill it: `tsx server-process.ts '<config as JSON>'`. It migrates as
 * the product does, tells its parent the origin when it listens, and ends when the parent does. TEST_PASSWORD_COST=shipped: a password's
 * hash costs what it costs.
 */
if (process.env.TEST_PASSWORD_COST !== 'shipped') await import('./cheap-passwords.ts')
const config = JSON.parse(process.argv[2]!) as Config
await migrate(config.databaseUrl, config.projectRoot)
const { app } = await buildApp(config)
process.send!(await listen(app, '127.0.0.1', config.port, true))
process.on('disconnect', () => process.exit(0))
