import { inspect } from 'node:util'
import { isAway } from '../db/is-away.ts'
import { DatabaseUnreachable } from '../db/open-connection.ts'
import { EmbeddedPostgresFailure } from '../../embedded-postgres/failure.ts'
import { OperatorMistake } from '../features/audit/operator-mistake.ts'
import { PaymentUnavailable } from '../payments/payment-provider.ts'
import { EnvironmentFault } from '../config/read-environment.ts'

/** The output of a failed command: one line for a mistake (code 2) or an obstacle (code 1), the whole error for our fault (1). */
export function explain(error: unknown): { text: string; code: number } {
  const mistake = mistakeIn(error)
  if (mistake !== null) return { text: `✗ ${mistake}`, code: 2 }
  const obstacle = obstacleIn(error)
  return { text: obstacle === null ? inspect(error) : `✗ ${obstacle}`, code: 1 }
}

function mistakeIn(error: unknown): string | null {
  if (error instanceof OperatorMistake) return error.message
  if (error instanceof EnvironmentFault) return error.message.replaceAll('\n', '; ')
  const isOfArguments = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isOfArguments ? error.message : null
}

function obstacleIn(error: unknown): string | null {
  if (error instanceof EmbeddedPostgresFailure) return error.message
  if (error instanceof PaymentUnavailable) return `The payment provider does not answer: ${error.message}`
  if (isAway(error))
    return 'The database does not answer or cannot write, or somebody holds what this command needs. Try again.'
  if (error instanceof DatabaseUnreachable) return error.message
  return isOfAnotherRelease(error) ? 'The database is not of this release: start a server of it first.' : null
}

/** PostgreSQL's undefined_table and undefined_column. */
function isOfAnotherRelease(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isMissing = 'code' in error && (error.code === '42P01' || error.code === '42703')
  return isMissing || isOfAnotherRelease(error.cause)
}
