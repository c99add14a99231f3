import { type IDBPDatabase, unwrap, wrap } from 'idb'

/**
 * A page that is left may be kept whole by the browser, to be shown again at a press of «back» (the back/forward cache). Its
 * scripts sleep then. WebKit keeps it with its transactions: one that waits for a script to go on never ends, and every
 * later page waits for it in silence, also after a reload, until the kept page is thrown away. So what is under way is
 * aborted when a page is kept, and done anew when it wakes.
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

/** Null, or what to wait for where the page was left: it resolves when the page is shown again. */
export function untilShownAgain(): Promise<void> | null {
  return away
}

/** From now on no transaction of this connection outlives the page's being left: it ends with an AbortError. Gives the same connection. */
export function abortWhenLeft<Schema>(db: IDBPDatabase<Schema>): IDBPDatabase<Schema> {
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
