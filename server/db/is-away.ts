import { sqlStateOf } from './sql-state.ts'

/**
 * SQLSTATEs (PostgreSQL, appendix A) of a database that cannot do now what it could do before and will do again: the one list.
 * Beside them count the classes 08 (the connection) and 53 (disk, memory, connections are used up).
 */
const awayStates = new Set([
  // A database that takes no writes: a standby, also one that was the primary before a failover; one that was switched to reading.
  '25006',
  // A transaction that was idle for too long.
  '25P03',
  // A database that takes no connections for a while, as during a restore.
  '55000',
  // Chosen to give way, again and again: a serialization failure and a deadlock.
  '40001',
  '40P01',
  // A row that somebody keeps locked, and a statement that takes too long.
  '55P03',
  '57014',
  // A server that stops, was broken off, starts or recovers, and a connection that was idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // The disk answers with an error.
  '58030',
])
const awayClasses = ['08', '53']
/** The system's words for a server that is not there, and for a process that has no descriptor left to reach it by. */
const systemCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'EPIPE',
  'ETIMEDOUT',
])
/** What the driver says of connections without a code; the last when a transaction that broke with one is rolled back. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether the database could not be asked, could not write, or gave others the precedence again and again: the same call may do
 * in a few seconds. A query that is wrong is not that.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (awayStates.has(state) || awayClasses.some((one) => state.startsWith(one))) return true
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  const code = 'code' in error ? String(error.code) : ''
  return systemCodes.has(code) || awayWords.test(error.message) || isAway(error.cause)
}
