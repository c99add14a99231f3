/**
 * PostgreSQL's words for a server that ends, starts, or takes nobody more, for a row that somebody keeps locked
 * (55P03), a statement that takes too long (57014) and a transaction that was idle for too long (25P03), and the system's for a
 * server that is not there.
 */
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '55P03',
  '57014',
  '25P03',
  '40P01',
  '40001',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
/** What the driver says of connections without a code; the last when a transaction that broke with one is rolled back. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether the database could not be asked, or gave others the precedence again and again (40P01, 40001): the same call may
 * do in a few seconds. A query that is wrong is not that.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return awayCodes.has(code) || awayWords.test(error.message) || isAway(error.cause)
}
