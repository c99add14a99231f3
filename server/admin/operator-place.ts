import type { Config } from '../config/config.ts'
import { encryptedAddress } from '../db/encrypted-address.ts'
import type { StatementNames } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../../embedded-postgres/start-embedded-postgres.ts'
import { loadLocalSecrets } from '../config/local-secrets.ts'
import { OperatorMistake } from '../features/audit/operator-mistake.ts'
import { findProjectRoot } from '../config/project-root.ts'
import { readEnvironment, readStatementNames } from '../config/read-environment.ts'

/** The target of an operator's command: the servers' database and secret, and on request all their settings. */
export interface OperatorPlace {
  databaseUrl: string
  databaseStatements: StatementNames
  authSecret: string
  /** Whether servers may run on this database meanwhile. */
  hasServers: boolean
  /** Throws EnvironmentFault with the missing variables. */
  readConfig: () => Config
  leave: () => Promise<void>
}

/** The database of DATABASE_URL (with AUTH_SECRET), or the embedded one. Throws OperatorMistake. */
export async function findOperatorPlace(): Promise<OperatorPlace> {
  const { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret } = process.env
  const projectRoot = findProjectRoot()
  if (databaseUrl) {
    if (!authSecret || authSecret.length < 32)
      throw new OperatorMistake('AUTH_SECRET of the servers is needed as well.')
    const environment = { ...process.env, NODE_ENV: 'production' }
    const faults: string[] = []
    const databaseStatements = readStatementNames(process.env.DATABASE_STATEMENTS, faults)
    if (faults.length > 0) throw new OperatorMistake(faults.join('\n'))
    return {
      databaseUrl: await encryptedAddress(databaseUrl),
      databaseStatements,
      authSecret,
      hasServers: true,
      readConfig: () => readEnvironment(environment, projectRoot, null),
      leave: async () => undefined,
    }
  }
  const embedded = await startEmbeddedPostgres({ projectRoot, log: (line) => console.error(line) })
  const local = { ...loadLocalSecrets(projectRoot), databaseUrl: embedded.url }
  return {
    databaseUrl: embedded.url,
    databaseStatements: 'named',
    authSecret: local.authSecret,
    hasServers: false,
    readConfig: () => readEnvironment(process.env, projectRoot, local),
    leave: () => embedded.stop(),
  }
}
