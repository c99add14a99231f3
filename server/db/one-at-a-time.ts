import type pg from 'pg'
import { openConnection } from './open-connection.ts'

/**
 * Runs `work` while no other process at this database does, for the same number `lock`: of servers that start at once,
 * one makes what is missing and the others wait. `work` may use the connection that holds the lock.
 * @throws DatabaseUnreachable
 */
export async function oneAtATime<T>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(databaseUrl)
  // An error without a listener would end the process; the work meets the same broken database and says so itself.
  client.on('error', () => undefined)
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work(client)
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}
