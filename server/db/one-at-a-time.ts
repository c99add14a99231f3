import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openConnection } from './open-connection.ts'

/** Milliseconds between two tries to take the lock. */
const pauseMs = 250
/** Milliseconds between two lines of a waiting process. */
const sayAgainMs = 30_000
/** Milliseconds. Only an operator can end a process that holds the lock for longer. */
const timeoutMs = 4 * 3_600_000

/** Another process has not finished in time; the message says what an operator can do. */
export class TurnNotCome extends Error {
  override readonly name = 'TurnNotCome'
}

interface Turn {
  /** The number of the advisory lock. */
  lock: number
  /** What the holder does: «migrates the database». */
  what: string
  /** Gets a line, immediately and every 30 s, while another process holds the lock. */
  say: (line: string) => void
}

/**
 * Runs `work` in one process at a time, for each database and number `lock`: of servers that start together, one makes what is
 * missing and the others wait. `work` gets a connection in the transaction that holds the lock, so its writes exist exactly if
 * the lock was held to the end. A waiting process holds no connection, nor a pooler's. @throws DatabaseUnreachable, TurnNotCome
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
    // Ending the session ends its transaction and frees the lock.
    await client.end()
  }
}

async function takeTurn(databaseUrl: string, { lock, what, say }: Turn): Promise<pg.Client> {
  const since = performance.now()
  for (let said = Number.NEGATIVE_INFINITY; ; ) {
    const client = await openConnection(databaseUrl)
    // Without a listener an error would end the process. The work meets the broken connection and reports it.
    client.on('error', () => undefined)
    // Polls, because a wait in a transaction keeps one of a pooler's connections: enough waiting processes leave the holder none.
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
 * Leaves `client` in a transaction that holds `lock`. A session's lock would stay with a pooler's connection, which then serves
 * others. False, with the connection ended, if another process holds it.
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
