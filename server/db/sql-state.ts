/** PostgreSQL's SQLSTATE of an error (appendix A), also if drizzle has wrapped it; '' for any other error. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  return sqlStateOf(error.cause)
}

/** A deadlock (40P01) or a serialization failure (40001): this transaction may run again. */
export function wasDeadlockVictim(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlStateOf(error))
}
