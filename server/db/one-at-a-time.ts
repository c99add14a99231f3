import type pg from 'pg'
import { openConnection } from './open-connection.ts'

/**
 * Runs `work` while no other process at this database does, for the same number `lock`: of servers that start at once,
 * one makes what is missing and the others wait. `work` may use the connection that it is given.
 * @throws DatabaseUnreachable
 */
export async function oneAtATime<T>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // A pooler in transaction mode would leave a session's lock with a connection that goes on to others: a transaction keeps
  // it, beside the connection that works.
  const holder = await openConnection(databaseUrl)
  // An error without a listener would end the process; the work meets the same broken database and says so itself.
  holder.on('error', () => undefined)
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [lock])
    const client = await openConnection(databaseUrl)
    client.on('error', () => undefined)
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    // Ending the session ends its transaction, and gives the lock back.
    await holder.end()
  }
}
