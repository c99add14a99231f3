/** PostgreSQL's code of an error (SQLSTATE, PostgreSQL appendix A), also where drizzle has wrapped it; '' of anything else. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  return sqlStateOf(error.cause)
}

/** A deadlock (40P01) or a serialization failure (40001): this transaction was chosen to give way, and may be run again. */
export function wasDeadlockVictim(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlStateOf(error))
}
