import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openConnection } from './open-connection.ts'

/** Milliseconds between two looks at a lock that another process holds. */
const pauseMs = 100

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
    // Asked again and again instead of waited for: whoever waits in a transaction keeps one of a pooler's connections, and
    // as many processes as it has connections would leave none for the work of the one that holds the lock.
    while (!(await begunWithLock(holder, lock))) await pause(pauseMs)
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

/** Leaves `holder` in a transaction that keeps `lock`; false, and no transaction, where another has it. */
async function begunWithLock(holder: pg.Client, lock: number): Promise<boolean> {
  await holder.query('begin')
  const { rows } = await holder.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [lock])
  if (rows[0]!.isOurs) return true
  await holder.query('rollback')
  return false
}
