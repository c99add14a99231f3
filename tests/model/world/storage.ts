import { forceCloseDatabase, IDBDatabase, IDBFactory, IDBRequest, IDBTransaction } from 'fake-indexeddb'
import type { Chance } from './chance.ts'
import type { Life, Timeline } from './timeline.ts'

/** Internals of fake-indexeddb that the model must reach: the library has no crash, no quota and no lost connection. */
interface RawTransaction {
  readonly db: RawConnection
  readonly mode: string
  _state: string
  readonly _started: boolean
  readonly _requests: unknown[]
  readonly _rollbackLog: unknown[]
  _abort(name: string): void
}
interface RawDatabase {
  readonly transactions: RawTransaction[]
  connections: RawConnection[]
  processTransactions(): void
}
interface RawFactory {
  readonly _databases: ReadonlyMap<string, RawDatabase>
}
interface RawConnection {
  readonly _rawDatabase: RawDatabase
  _closePending: boolean
  _closed: boolean
  /** Added here: the opening to which the connection belongs. */
  opened?: Opened
}
/** A request of an index knows its transaction only through the store of the index. */
interface RawRequest {
  readonly transaction: RawTransaction | null | undefined
  readonly source: { readonly objectStore?: { readonly transaction: RawTransaction } } | null
}
interface Opened {
  readonly storage: TabStorage
  isLost: boolean
}

const tabOf = ({ opened }: RawConnection): TabStorage | undefined => opened?.storage

/** Faults of one browser's storage, by the count of its operations. */
export interface StorageFaults {
  /** Commits, counted from 1, that end with QuotaExceededError. */
  readonly fullAt: ReadonlySet<number>
  /** Transactions, counted from 1, whose opening finds every connection lost. */
  readonly lostAt: ReadonlySet<number>
}

export class BrowserStorage {
  /** Replaced when the site's data are deleted. */
  factory = new IDBFactory()
  readonly connections = new Set<RawConnection>()
  /** False once the faults have ended. */
  isFaulty = true
  transactions = 0
  commits = 0
  /** Called when any tab's commit is on the disk, before a page hears of it. */
  onCommit: (() => void) | null = null
  readonly faults: StorageFaults

  constructor(faults: StorageFaults) {
    this.faults = faults
  }

  /** Whether there are uncommitted rows, which raw reads see. A dead tab's last transaction may commit (27127:33597). */
  get isWriting(): boolean {
    const { _databases } = this.factory as unknown as RawFactory
    const all = [..._databases.values()].flatMap(({ transactions }) => transactions)
    return all.some(({ _state, _rollbackLog }) => _state !== 'finished' && _rollbackLog.length > 0)
  }

  /** Ends all connections, as when Safari's storage process dies. Committed rows stay. */
  loseConnections(): void {
    for (const connection of this.connections) {
      connection.opened!.isLost = true
      for (const transaction of unfinished(connection)) transaction._abort('UnknownError')
      connection._rawDatabase.processTransactions()
    }
    this.connections.clear()
  }

  /** Acts like "Clear site data". A page hears of it (`close`) when it next runs, if it had a connection. */
  clear(timeline: Timeline): void {
    for (const connection of this.connections) {
      for (const transaction of unfinished(connection)) transaction._abort('AbortError')
      connection._rawDatabase.processTransactions()
      if (connection._closePending) continue
      connection._closePending = true
      const close = () => forceCloseDatabase(connection as never)
      timeline.after(0, close, connection.opened!.storage.life)
    }
    this.connections.clear()
    this.factory = new IDBFactory()
  }
}

/** The browser's storage as one tab sees it. */
export class TabStorage {
  readonly browser: BrowserStorage
  readonly life: Life
  readonly connections = new Set<RawConnection>()
  /** Requests to open that are in progress. A tab is not killed during one: the model has no half-made database. */
  opening = 0
  /** Called when a commit is on the disk, before the tab hears of it. May kill the tab. */
  onCommit: (() => void) | null = null

  constructor(browser: BrowserStorage, life: Life) {
    this.browser = browser
    this.life = life
  }

  /** The page's `indexedDB`. */
  get api() {
    return {
      open: (name: string, version?: number) => {
        const request = this.browser.factory.open(name, version)
        this.opening += 1
        request.addEventListener('success', () => {
          this.opening -= 1
          const connection = request.result as unknown as RawConnection
          connection.opened = { storage: this, isLost: false }
          this.connections.add(connection)
          this.browser.connections.add(connection)
        })
        request.addEventListener('error', () => {
          this.opening -= 1
        })
        return request
      },
    }
  }

  /** Ends the storage of a dead tab. A transaction without pending requests may still commit; the others are aborted. */
  die(chance: Chance): void {
    for (const connection of this.connections) {
      for (const transaction of unfinished(connection)) {
        const mayCommit = transaction._started && transaction._requests.length === 0
        if (!mayCommit || chance.next() < 0.5) transaction._abort('AbortError')
      }
      const raw = connection._rawDatabase
      raw.processTransactions()
      connection._closePending = connection._closed = true
      raw.connections = raw.connections.filter((other) => other !== connection)
      this.browser.connections.delete(connection)
    }
  }
}

function unfinished(connection: RawConnection): RawTransaction[] {
  return connection._rawDatabase.transactions.filter(({ db, _state }) => db === connection && _state !== 'finished')
}

type Method = (this: never, ...rest: never[]) => unknown
function replace(prototype: object, name: string, make: (original: Method) => Method): void {
  const methods = prototype as Record<string, Method>
  methods[name] = make(methods[name]!)
}

let isInstalled = false

export function installStorage(current: () => { timeline: Timeline; chance: Chance }): void {
  if (isInstalled) return
  isInstalled = true
  // fake-indexeddb reads the global for its next task. All other code here keeps its own real one.
  globalThis.setImmediate = ((run: () => void) => {
    const { timeline, chance } = current()
    timeline.storageStep(chance.next() < 0.2 ? 1 : 0, run)
  }) as unknown as typeof setImmediate
  const cloneAnything = structuredClone
  globalThis.structuredClone = ((value: unknown) => copyOf(value, cloneAnything)) as typeof structuredClone

  replace(
    IDBRequest.prototype,
    'dispatchEvent',
    (original) =>
      function (this: RawRequest, event: Event) {
        const transaction = this.transaction ?? this.source?.objectStore?.transaction
        const tab = transaction == null ? undefined : tabOf(transaction.db)
        return tab?.life.isAlive === false ? true : original.call(this as never, event as never)
      } as Method,
  )
  replace(
    IDBTransaction.prototype,
    'dispatchEvent',
    (original) =>
      function (this: RawTransaction, event: Event) {
        const tab = tabOf(this.db)
        if (tab !== undefined && event.type === 'complete' && this.mode === 'readwrite') {
          tab.browser.onCommit?.()
          tab.onCommit?.()
        }
        if (tab?.life.isAlive !== false) return original.call(this as never, event as never)
        this.db._rawDatabase.processTransactions()
        return true
      } as Method,
  )
  replace(
    IDBTransaction.prototype,
    '_start',
    (original) =>
      function (this: RawTransaction) {
        const browser = tabOf(this.db)?.browser
        const isEnding = this._started && this._requests.length === 0 && this._state !== 'finished'
        if (browser !== undefined && isEnding && this._rollbackLog.length > 0) {
          browser.commits += 1
          if (browser.isFaulty && browser.faults.fullAt.has(browser.commits)) return this._abort('QuotaExceededError')
        }
        return original.call(this as never)
      } as Method,
  )
  replace(
    IDBDatabase.prototype,
    'transaction',
    (original) =>
      function (this: RawConnection, ...rest: never[]) {
        const { opened } = this
        if (opened !== undefined) {
          const { browser } = opened.storage
          browser.transactions += 1
          if (browser.isFaulty && browser.faults.lostAt.has(browser.transactions)) browser.loseConnections()
          if (opened.isLost) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
        }
        return original.apply(this as never, rest)
      } as Method,
  )
}

/** Copies plain rows, which are all that the exam's database holds; structuredClone copies anything else. */
function copyOf(value: unknown, cloneAnything: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? cloneAnything(value) : value
  }
  if (Array.isArray(value)) return value.map((item) => copyOf(item, cloneAnything))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return cloneAnything(value)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key], cloneAnything)
  return copy
}
