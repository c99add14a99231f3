import { comeAgainSoon } from './entrance.ts'
import { Failure } from '../failure.ts'

/** How many calls are served at once, and how many wait for how long, of one address and in all. */
export interface LaneLimits {
  atOnce: number
  waitingOfAddress: number
  waiting: number
  /** Milliseconds that one waits for its turn. */
  timeoutMs: number
}

/**
 * As many at once as there are reserved connections, so that calls wait here, in a fair order. Of a school of 500 that
 * submits together everybody has a place. The wait is longer than a client's, so that nobody is refused for it while the
 * process and the database live.
 */
export const usualLane: LaneLimits = { atOnce: 6, waitingOfAddress: 600, waiting: 3000, timeoutMs: 30_000 }

/**
 * The line before the reserved connections, for callers that are known (`admission.ts`). Addresses take turns, and of one address
 * who came first is served first: thousands of calls of one address delay each other, and others by a call each.
 */
export class ReservedLane {
  readonly #limits: LaneLimits
  /** By address, in the order in which the addresses are served; none is empty. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0
  #waitingInAll = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waitingInAll }
  }

  /** Runs `work` when it is its turn. Throws 503 `overloaded` with Retry-After where too many wait, or the wait has been too long. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(address)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(address: string): Promise<void> {
    const { atOnce, waitingOfAddress, waiting, timeoutMs } = this.#limits
    if (this.#running < atOnce) {
      this.#running += 1
      return
    }
    const ofAddress = this.#waiting.get(address) ?? []
    if (ofAddress.length >= waitingOfAddress || this.#waitingInAll >= waiting) throw crowded()
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        ofAddress.splice(ofAddress.indexOf(go), 1)
        this.#waitingInAll -= 1
        if (ofAddress.length === 0) this.#waiting.delete(address)
        reject(crowded())
      }, timeoutMs)
      ofAddress.push(go)
      this.#waitingInAll += 1
      this.#waiting.set(address, ofAddress)
    })
  }

  /** Gives the place to the call that has waited longest of the address whose turn it is; that address is put behind the others. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running -= 1
      return
    }
    const [address, ofAddress] = next
    const go = ofAddress.shift()!
    this.#waitingInAll -= 1
    this.#waiting.delete(address)
    if (ofAddress.length > 0) this.#waiting.set(address, ofAddress)
    go()
  }
}

const crowded = () =>
  new Failure(503, 'overloaded', 'Зараз забагато запитів водночас. Спробуйте за кілька секунд.', {
    retryAfterSeconds: comeAgainSoon(),
  })
