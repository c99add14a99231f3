import { EmbeddedPostgresFailure } from '../../embedded-postgres/failure.ts'
import { isAway } from '../db/is-away.ts'
import { DatabaseOfLaterRelease } from '../db/migrate.ts'
import { TurnNotCome } from '../db/one-at-a-time.ts'
import { innermost } from '../db/start-step.ts'
import { DatabaseUnreachable } from '../db/open-connection.ts'
import { PortRefused } from './listen.ts'
import { EnvironmentFault } from '../config/read-environment.ts'

/** The faults that an operator can mend, one a line; null for ours, printed whole. No line shows DATABASE_URL's password. */
export function linesOf(error: unknown): string[] | null {
  if (
    error instanceof EnvironmentFault ||
    error instanceof PortRefused ||
    error instanceof EmbeddedPostgresFailure ||
    error instanceof DatabaseUnreachable ||
    error instanceof DatabaseOfLaterRelease ||
    error instanceof TurnNotCome
  ) {
    return error.message.split('\n')
  }
  const sentence = causesOf(error).map(sentenceOf).find(Boolean)
  if (sentence !== undefined) return [sentence]
  return isAway(error) ? [`The database went away during the start: ${innermost(error).message}.`] : null
}

/** The error and its causes: a failed query carries the database's error as its cause. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

function sentenceOf(error: Error): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    // PostgreSQL's disk_full.
    case '53100':
      return 'There is no space left on the disk.'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined ? undefined : `${path} cannot be read or written (${code}).`
    // PostgreSQL's insufficient_privilege.
    case '42501':
      return `The database's user may not do what a start has to: ${error.message}.`
    // PostgreSQL's lock_not_available: for the migrating process, after 10 minutes.
    case '55P03':
      return 'Somebody holds a table that the start has to change (see pg_stat_activity). Nothing was changed; start again when it is free.'
    default:
      return undefined
  }
}
