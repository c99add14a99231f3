import { deleteDB, type IDBPDatabase, openDB, type OpenDBCallbacks, unwrap, wrap } from 'idb'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

export interface Connection<Schema> {
  /**
   * Runs `work` on the database. If the connection is dead, it is opened again and `work` runs once more: `work` must be one
   * transaction, or repeatable. Rejects with the second try's error. A page in the back/forward cache does its work when it is
   * shown again.
   */
  readonly use: <Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>) => Promise<Result>
  /** Closes the connection; the next use opens it again. */
  readonly close: () => Promise<void>
}

/** Browsers (Safari above all) lose the storage process under a living page. Opening again cures all of these errors. */
const curable = new Set(['UnknownError', 'InvalidStateError', 'AbortError'])
/** A database that has not opened after this time counts as broken; the next use waits for it again. Milliseconds. */
const openTimeoutMs = 10_000

/** A connection that opens at its first use. `open` must pass its argument to idb as `terminated`. */
export function connectionTo<Schema>(
  open: (terminated: () => void) => Promise<IDBPDatabase<Schema>>,
): Connection<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function connect(): Promise<IDBPDatabase<Schema>> {
    if (opened !== null) return opened
    const connection: Promise<IDBPDatabase<Schema>> = open(() => forget(connection))
      .then(giveWayWhereStoreless)
      .then(abortWhenLeft)
    connection.catch(() => forget(connection))
    opened = connection
    return connection
  }

  /** Makes the next use open again, unless another call has done so already. */
  function forget(connection: Promise<IDBPDatabase<Schema>>): void {
    if (opened === connection) opened = null
  }

  /** Closes this connection only, not one that was opened in its place since. */
  async function letGoOf(connection: Promise<IDBPDatabase<Schema>>): Promise<void> {
    forget(connection)
    await connection.then(
      (db) => db.close(),
      () => undefined,
    )
  }

  return {
    use: async (work) => {
      if (away !== null) await away
      const connection = connect()
      try {
        return await work(await withTimeout(connection, openTimeoutMs))
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        const storeless = error.name === 'NotFoundError' ? storelessName(await connection) : null
        if (storeless === null && !curable.has(error.name)) throw error
        if (away !== null) await away
        await letGoOf(connection)
        if (storeless !== null) await withTimeout(removeStoreless(storeless), openTimeoutMs)
        return await work(await withTimeout(connect(), openTimeoutMs))
      }
    },
    close: async () => {
      if (opened !== null) await letGoOf(opened)
    },
  }
}

/**
 * The name of a database that has no store, else null. The code that creates the stores died, or other code opened it by its
 * name alone. Its version is right, so no browser ever adds the stores; and it holds no row that could be lost.
 */
function storelessName<Schema>({ name, objectStoreNames }: IDBPDatabase<Schema>): string | null {
  return objectStoreNames.length === 0 ? name : null
}

/** Closes a connection to a database without stores when another tab deletes that database. */
function giveWayWhereStoreless<Schema>(db: IDBPDatabase<Schema>): IDBPDatabase<Schema> {
  if (db.objectStoreNames.length === 0) unwrap(db).addEventListener('versionchange', () => db.close())
  return db
}

/**
 * Deletes the database if it still has no store. One tab at a time, and each looks again: an earlier tab may have made the
 * stores and kept an answer there. Without Web Locks the database stays as it is.
 */
async function removeStoreless(name: string): Promise<void> {
  const locks = ownLocks()
  if (locks === null) return
  const remove = async () => {
    // Another tab may have deleted it already: abort, so that this call does not create it without stores.
    const leave: NonNullable<OpenDBCallbacks<unknown>['upgrade']> = (_db, _old, _new, tx) => {
      tx.done.catch(() => undefined)
      tx.abort()
    }
    const db = await openDB(name, undefined, { upgrade: leave }).catch(() => null)
    db?.close()
    if (db?.objectStoreNames.length === 0) await deleteDB(name)
  }
  await withLock({ locks, name: `storeless:${name}`, timeoutMs: openTimeoutMs }, remove, async () => undefined)
}

/** A row counts as kept only when it is on the disk, not in the system's buffer. */
export const strict = { durability: 'strict' } as const

/**
 * A storage that has not answered after this time counts as failed. Some browsers never finish work that began while a page was
 * being left, and all other deliveries would wait for it. Milliseconds.
 */
const diskTimeoutMs = 10_000

/** Settles as `work` on the disk does, or rejects with a TimeoutError after 10 s. */
export function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, diskTimeoutMs)
}

/**
 * Open transactions, to be aborted when the page enters the back/forward cache. Scripts of such a page sleep, and WebKit keeps
 * its transactions: one that waits for a script never ends. Every later page then waits for it in silence, also after a reload,
 * until the kept page is discarded. The aborted work is repeated when the page wakes.
 */
const underWay = new Set<IDBTransaction>()
/** Pending while the page is in the back/forward cache; else null. */
let away: Promise<void> | null = null
let comeBack: () => void = () => undefined

// A worker never gets these events, and a runtime without a browser has no addEventListener.
globalThis.addEventListener?.('pagehide', (event: Event & { readonly persisted?: boolean }) => {
  if (event.persisted === true) leave()
})
globalThis.addEventListener?.('pageshow', () => comeBack())

function leave(): void {
  away = new Promise((resolve) => {
    comeBack = () => {
      away = null
      resolve()
    }
  })
  for (const transaction of underWay) abort(transaction)
  underWay.clear()
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended already, and its event is on the way.
  }
}

/** Records every transaction of this connection, so that `leave` can end it with an AbortError. */
function abortWhenLeft<Schema>(db: IDBPDatabase<Schema>): IDBPDatabase<Schema> {
  const raw = unwrap(db)
  const begin = raw.transaction.bind(raw)
  raw.transaction = (...how: Parameters<IDBDatabase['transaction']>) => {
    const transaction = begin(...how)
    underWay.add(transaction)
    const end = () => underWay.delete(transaction)
    wrap(transaction).done.then(end, end)
    return transaction
  }
  return db
}
