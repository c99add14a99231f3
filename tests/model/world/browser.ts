import {
  IDBCursor,
  IDBDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import type { Chance } from './chance.ts'
import { LockManager } from './locks.ts'
import type { Network } from './network.ts'
import { Controller, signalsOf } from './signals.ts'
import { type BrowserStorage, TabStorage } from './storage.ts'
import { type Life, newLife, type Task, type Timeline } from './timeline.ts'

/** Noon by the server's clock when a schedule begins. */
export const beginning = Date.UTC(2026, 10, 20, 12)

/** One browser on one device. Its tabs share its storage, locks and session, and these outlive them. */
export class Browser {
  readonly index: number
  readonly storage: BrowserStorage
  readonly locks: LockManager
  readonly network: Network
  readonly localStorage = new Map<string, string>()
  readonly tabs = new Set<Tab>()
  /** Milliseconds by which the device's clock is ahead of the server's. */
  skew = 0
  /** Milliseconds that the device has slept: its monotonic clock stood still meanwhile. */
  slept = 0
  /** Ends of its sleeps; past ones stay. */
  readonly wakeUps: Task[] = []

  readonly #timeline: Timeline

  constructor(index: number, timeline: Timeline, storage: BrowserStorage, network: Network) {
    this.index = index
    this.storage = storage
    this.network = network
    this.locks = new LockManager(timeline)
    this.#timeline = timeline
  }

  /** Deletes the site's data under open pages. Does nothing and returns false while a page opens a database. */
  clearSiteData(): boolean {
    if ([...this.tabs].some(({ storage }) => storage.opening > 0)) return false
    this.localStorage.clear()
    this.storage.clear(this.#timeline)
    return true
  }
}

/** One open page, with everything that its scripts find outside themselves. */
export class Tab {
  readonly browser: Browser
  readonly life: Life = newLife()
  readonly storage: TabStorage
  readonly #timeline: Timeline
  readonly #chance: Chance
  readonly #report: (error: unknown) => void
  readonly #listeners = new Map<string, (() => void)[]>()
  readonly #channels = new Map<string, ((message: { data: unknown }) => void)[]>()
  isHidden = false

  constructor(browser: Browser, timeline: Timeline, chance: Chance, report: (error: unknown) => void) {
    this.browser = browser
    this.#timeline = timeline
    this.#chance = chance
    this.#report = report
    this.storage = new TabStorage(browser.storage, this.life)
    browser.tabs.add(this)
  }

  /** Ends the process between two tasks. No script of the page runs again; the storage keeps what was committed. */
  crash(): void {
    if (!this.life.isAlive) return
    this.life.isAlive = false
    this.life.parked.length = 0
    this.browser.tabs.delete(this)
    this.storage.die(this.#chance)
    this.browser.locks.releaseAll(this.life)
  }

  freeze(): void {
    this.life.isFrozen = true
  }

  thaw(): void {
    if (this.life.isFrozen) this.#timeline.thaw(this.life, this.#chance.below(4))
  }

  fire(type: string): void {
    for (const listener of this.#listeners.get(type) ?? []) this.#timeline.after(0, listener, this.life)
  }

  scope(): Record<string, unknown> {
    const { browser, life } = this
    const timeline = this.#timeline
    const events = {
      addEventListener: (type: string, listener: () => void) => {
        this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
      },
      removeEventListener: () => undefined,
    }
    const wall = () => beginning + timeline.now + browser.skew
    const steady = () => timeline.now - browser.slept
    const isHidden = () => this.isHidden
    const scope: Record<string, unknown> = {
      document: {
        ...events,
        get visibilityState() {
          return isHidden() ? 'hidden' : 'visible'
        },
      },
      navigator: { locks: browser.locks.of(life), onLine: true },
      localStorage: storageOf(browser.localStorage),
      location: { pathname: '/logic/exam/1/purchase', search: '', hash: '', assign: () => undefined },
      indexedDB: this.storage.api,
      BroadcastChannel: this.#channelMaker(),
      fetch: ofWindow(browser.network.of(life)),
      AbortController: Controller,
      AbortSignal: signalsOf(timeline, life),
      setTimeout: ofWindow((run: () => void, delay = 0) => timeline.after(delay, run, life)),
      clearTimeout: ofWindow(cancel),
      setInterval: ofWindow((run: () => void, delay: number) => repeat(timeline, life, run, delay)),
      clearInterval: ofWindow(cancel),
      Date: { now: wall, parse: Date.parse },
      Math: {
        max: Math.max,
        min: Math.min,
        round: Math.round,
        trunc: Math.trunc,
        abs: Math.abs,
        floor: Math.floor,
        ceil: Math.ceil,
        random: () => this.#chance.next(),
      },
      performance: { now: steady },
      crypto: { randomUUID: () => `id-${browser.index}-${this.#chance.below(2 ** 31).toString(36)}` },
      reportError: ofWindow(this.#report),
      IDBCursor,
      IDBDatabase,
      IDBIndex,
      IDBKeyRange,
      IDBObjectStore,
      IDBRequest,
      IDBTransaction,
    }
    scope.window = Object.assign(events, scope)
    scope.globalThis = scope.window
    scope.self = scope.window
    return scope
  }

  /** One class for all tabs: with a class for each, V8 would keep the whole page until its next full collection. */
  #channelMaker(): object {
    return new Proxy(nothing, { construct: (_target, [name]: [string]) => this.#openChannel(name) })
  }

  #openChannel(name: string) {
    return {
      addEventListener: (_type: 'message', listener: (message: { data: unknown }) => void) => {
        this.#channels.set(name, [...(this.#channels.get(name) ?? []), listener])
      },
      postMessage: (data: unknown) => {
        for (const other of this.browser.tabs) {
          if (other === this) continue
          for (const listener of other.#channels.get(name) ?? []) {
            this.#timeline.after(0, () => listener({ data }), other.life)
          }
        }
      },
    }
  }
}

/** A function of the window. As in a browser, a call as a method of another object throws. */
function ofWindow<Given extends never[], Result>(work: (...given: Given) => Result) {
  return function (this: unknown, ...given: Given): Result {
    const isForeign = this !== undefined && !(this instanceof Object && 'reportError' in this)
    if (isForeign) throw new TypeError('Illegal invocation')
    return work(...given)
  }
}

function nothing(): void {
  // The target of a Proxy that is called with `new`.
}

function cancel(task: Task | { current: Task } | undefined): void {
  if (task === undefined) return
  if ('current' in task) task.current.isCancelled = true
  else task.isCancelled = true
}

function repeat(timeline: Timeline, life: Life, run: () => void, delay: number): { current: Task } {
  const turn = () => {
    interval.current = timeline.after(delay, turn, life)
    run()
  }
  const interval = { current: timeline.after(delay, turn, life) }
  return interval
}

function storageOf(map: Map<string, string>) {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}
