import { sqlStateOf } from './sql-state.ts'

/** The one list of SQLSTATEs (PostgreSQL, appendix A) of passing failures, with classes 08 (connection) and 53 (resources). */
const awayStates = new Set([
  // A database that takes no writes: a standby, such as a primary after a failover, or one switched to read only.
  '25006',
  // Idle-in-transaction timeout.
  '25P03',
  // A database that takes no connections for a while, such as during a restore.
  '55000',
  // A serialization failure and a deadlock, after all runs.
  '40001',
  '40P01',
  // Lock timeout and statement timeout.
  '55P03',
  '57014',
  // A server that stops, crashed, starts or recovers, and a session that was idle too long.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // An I/O error of the disk.
  '58030',
])
const awayClasses = ['08', '53']
/** System errors: the server is not there, or this process has no free descriptor. */
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
/** Messages of the driver without a code. The last comes from rolling back a transaction whose connection broke. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the same call may succeed in seconds: the database was unreachable, could not write, or kept preferring others. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (awayStates.has(state) || awayClasses.some((one) => state.startsWith(one))) return true
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  const code = 'code' in error ? String(error.code) : ''
  return systemCodes.has(code) || awayWords.test(error.message) || isAway(error.cause)
}
