import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openConnection } from './open-connection.ts'

/** Milliseconds between two looks at a lock that another process holds. */
const pauseMs = 250
/** A process that still waits says so this often. Milliseconds. */
const sayAgainMs = 30_000
/** Who waits for longer waits for a process that only its operator can end. Milliseconds. */
const timeoutMs = 4 * 3_600_000

/** Another process has not come to an end with what this one waits for; the message says what an operator can do. */
export class TurnNotCome extends Error {
  override readonly name = 'TurnNotCome'
}

interface Turn {
  /** The number that all processes take the lock by. */
  lock: number
  /** What the one that holds it does: «migrates the database». */
  what: string
  /** Is told in one line, at once and every 30 s, that another process holds the lock. */
  say: (line: string) => void
}

/**
 * Runs `work` while no other process at this database does, for the same number `lock`: of servers that start at once,
 * one makes what is missing and the others wait. `work` may use the connection that it is given, which is in the very
 * transaction that keeps the lock: what is written by it exists exactly if the lock was kept until its end. A process that waits
 * holds no connection, not even one of a pooler. @throws DatabaseUnreachable, TurnNotCome
 */
export async function oneAtATime<T>(
  databaseUrl: string,
  turn: Turn,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await takeTurn(databaseUrl, turn)
  try {
    const done = await work(client)
    await client.query('commit')
    return done
  } finally {
    // Ending the session ends its transaction, and gives the lock back.
    await client.end()
  }
}

/** A connection within a transaction that keeps the lock. */
async function takeTurn(databaseUrl: string, { lock, what, say }: Turn): Promise<pg.Client> {
  const since = performance.now()
  for (let said = Number.NEGATIVE_INFINITY; ; ) {
    const client = await openConnection(databaseUrl)
    // An error without a listener would end the process; the work meets the same broken database and says so itself.
    client.on('error', () => undefined)
    // Asked again and again instead of waited for: a wait in a transaction keeps one of a pooler's connections, and
    // as many processes as it has connections would leave none for the one that holds the lock.
    if (await isBegunWithLock(client, lock)) return client
    const waited = performance.now() - since
    if (waited > timeoutMs) {
      throw new TurnNotCome(`Another process ${what} for more than 4 hours. End it, and start this one again.`)
    }
    if (waited - said >= sayAgainMs) {
      said = waited
      const times = waited < 1000 ? '' : ` (${Math.round(waited / 1000)} s so far)`
      say(`Another process ${what}; this one waits for it${times}.`)
    }
    await pause(pauseMs)
  }
}

/**
 * Leaves `client` in a transaction that keeps `lock`: a session's lock would stay, behind a pooler in transaction mode, with
 * a connection that continues to others. False, and the connection is ended, where another has it.
 */
async function isBegunWithLock(client: pg.Client, lock: number): Promise<boolean> {
  try {
    await client.query('begin')
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [lock])
    if (rows[0]!.isOurs) return true
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return false
}
