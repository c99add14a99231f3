import { deleteDB, type IDBPDatabase, openDB, type OpenDBCallbacks, unwrap, wrap } from 'idb'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

export interface Connection<Schema> {
  /**
   * Runs `work` on the database. When the connection turns out to be dead it is opened again and `work` runs once more, so
   * `work` must be one transaction, or repeatable. Rejects with what the second try rejected with. A page that was left for
   * the back/forward cache does its work when somebody comes back to it.
   */
  readonly use: <Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>) => Promise<Result>
  /** Closes the connection; the next use opens it again. */
  readonly close: () => Promise<void>
}

/** Browsers (Safari above all) lose the storage process under a living page; all of these are cured by opening again. */
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
    const connection: Promise<IDBPDatabase<Schema>> = open(() => forget(connection))
      .then(giveWayWhereStoreless)
      .then(abortWhenLeft)
    connection.catch(() => forget(connection))
    opened = connection
    return connection
  }

  /** The next use opens again, unless somebody has done so already. */
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
 * A database that exists without any store: what was to make them died, or somebody opened it by its name alone. Its version is right, so
 * no browser ever makes them; and it holds no row that could be lost.
 */
function storelessName<Schema>({ name, objectStoreNames }: IDBPDatabase<Schema>): string | null {
  return objectStoreNames.length === 0 ? name : null
}

/** Another tab, which mends the database, waits for no connection that has nothing in it. */
function giveWayWhereStoreless<Schema>(db: IDBPDatabase<Schema>): IDBPDatabase<Schema> {
  if (db.objectStoreNames.length === 0) unwrap(db).addEventListener('versionchange', () => db.close())
  return db
}

/**
 * Deletes the database where it still has no store: one tab at a time, and each looks again, for the one before may have made it and kept
 * an answer in it. Without Web Locks it stays as it is.
 */
async function removeStoreless(name: string): Promise<void> {
  const locks = ownLocks()
  if (locks === null) return
  const remove = async () => {
    // One that another tab has deleted is left for who makes it with its stores.
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

/** A row counts as kept only when it reached the disk, not the system's buffer. */
export const strict = { durability: 'strict' } as const

/**
 * A storage that has not answered by then counts as one that failed: some browsers never finish what was begun while a page
 * was being left, and the delivery of everything else would wait for it.
 */
const diskTimeoutMs = 10_000

/** Settles as `work` on the disk does; rejects with a TimeoutError where that does not answer in time. */
export function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, diskTimeoutMs)
}

/**
 * A page that is left may be kept whole by the browser, to be shown again at a press of «back» (the back/forward cache). Its
 * scripts sleep then. WebKit keeps it with its transactions: one that waits for a script to continue never ends, and every
 * later page waits for it in silence, also after a reload, until the kept page is thrown away. So what is under way is
 * aborted when a page is kept, and done again when it wakes.
 */
const underWay = new Set<IDBTransaction>()
/** Resolves when the page is shown again; null while it is. */
let away: Promise<void> | null = null
let comeBack: () => void = () => undefined

// Not in a worker, which is not left, nor where there is no browser.
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
    // It is over already, and its event on the way.
  }
}

/** From now on no transaction of this connection outlives a page that is left: it ends with an AbortError. */
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
