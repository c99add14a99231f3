import type { IDBPDatabase } from 'idb'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { abortWhenLeft, untilShownAgain } from './leaving-page.ts'

export interface Connection<Schema> {
  /**
   * Runs `work` on the database. When the connection turns out to be dead it is opened anew and `work` runs once more, so
   * `work` must be one transaction, or repeatable. Rejects with what the second try rejected with. A page that was left for
   * the back/forward cache does its work when somebody comes back to it.
   */
  readonly use: <Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>) => Promise<Result>
  /** Closes the connection; the next use opens it anew. */
  readonly close: () => Promise<void>
}

/** Browsers (Safari above all) lose the storage process under a living page; all of these are cured by opening anew. */
const curable = new Set(['UnknownError', 'InvalidStateError', 'AbortError'])
/** A database that has not opened by then is treated as one that cannot be opened; it is waited for again at the next use. */
const openTimeoutMs = 10_000

/** A connection that is opened at its first use. `open` passes the given function to idb as `terminated`. */
export function connectionTo<Schema>(
  open: (terminated: () => void) => Promise<IDBPDatabase<Schema>>,
): Connection<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function connect(): Promise<IDBPDatabase<Schema>> {
    if (opened !== null) return opened
    const connection: Promise<IDBPDatabase<Schema>> = open(() => forget(connection)).then(abortWhenLeft)
    connection.catch(() => forget(connection))
    opened = connection
    return connection
  }

  /** The next use opens anew, unless somebody has done so already. */
  function forget(connection: Promise<IDBPDatabase<Schema>>): void {
    if (opened === connection) opened = null
  }

  /** Closes this connection, and no other that somebody may have opened in its place since. */
  async function letGoOf(connection: Promise<IDBPDatabase<Schema>>): Promise<void> {
    forget(connection)
    await connection.then(
      (db) => db.close(),
      () => undefined,
    )
  }

  return {
    use: async (work) => {
      if (untilShownAgain() !== null) await untilShownAgain()
      const connection = connect()
      try {
        return await work(await withTimeout(connection, openTimeoutMs))
      } catch (error) {
        if (!(error instanceof DOMException) || !curable.has(error.name)) throw error
        if (untilShownAgain() !== null) await untilShownAgain()
        await letGoOf(connection)
        return await work(await withTimeout(connect(), openTimeoutMs))
      }
    },
    close: async () => {
      if (opened !== null) await letGoOf(opened)
    },
  }
}

/** A row counts as kept only when it reached the disk, not the system's buffer. */
export const strict = { durability: 'strict' } as const
