import pg from 'pg'

/**
 * Runs `work` while no other process at this database does, for the same number `lock`: of servers that start at once,
 * one makes what is missing and the others wait.
 */
export async function oneAtATime<T>(databaseUrl: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // An error without a listener would end the process; the work meets the same broken database and says so itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}
