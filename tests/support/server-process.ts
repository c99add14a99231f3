import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config/config.ts'
import { migrate } from '../../server/db/migrate.ts'
import { listen } from '../../server/start/listen.ts'

/**
 * A server in its own process, which a test can kill: `tsx server-process.ts '<config as JSON>'`. It migrates as the product
 * does, sends its origin to the parent when it listens, and ends with the parent. TEST_PASSWORD_COST=shipped: password hashes
 * have the product's cost.
 */
if (process.env.TEST_PASSWORD_COST !== 'shipped') await import('./cheap-passwords.ts')
const config = JSON.parse(process.argv[2]!) as Config
await migrate(config.databaseUrl, config.projectRoot)
const { app } = await buildApp(config)
process.send!(await listen(app, '127.0.0.1', config.port, true))
process.on('disconnect', () => process.exit(0))
