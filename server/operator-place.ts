import { EmbeddedPostgresFailure } from './embedded-postgres/failure.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts'
import { loadLocalSecrets } from './local-secrets.ts'
import { OperatorMistake } from './operator-mistake.ts'
import { findProjectRoot } from './project-root.ts'

/** What an operator's command works on: where the attempts are, and the secret of the servers. */
export interface OperatorPlace {
  databaseUrl: string
  authSecret: string
  leave: () => Promise<void>
}

/** The servers' own database by DATABASE_URL and AUTH_SECRET, or the embedded one. Throws OperatorMistake. */
export async function findOperatorPlace(): Promise<OperatorPlace> {
  const { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret } = process.env
  if (databaseUrl) {
    if (!authSecret || authSecret.length < 32)
      throw new OperatorMistake('AUTH_SECRET of the servers is needed as well.')
    return { databaseUrl, authSecret, leave: async () => undefined }
  }
  const projectRoot = findProjectRoot()
  const embedded = await startEmbeddedPostgres({ projectRoot, log: (line) => console.error(line) })
  return {
    databaseUrl: embedded.url,
    authSecret: loadLocalSecrets(projectRoot).authSecret,
    leave: () => embedded.stop(),
  }
}

/** Runs a command to its end: a mistake is one clear line, anything else is shown whole; both end with code 1. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    const isClear =
      error instanceof OperatorMistake || error instanceof EmbeddedPostgresFailure || isUnknownOption(error)
    console.error(isClear ? `✗ ${error.message}` : error)
    process.exitCode = 1
  })
}

function isUnknownOption(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
