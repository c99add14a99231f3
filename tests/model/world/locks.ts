import type { Signal } from './signals.ts'
import type { Life, Timeline } from './timeline.ts'

interface Options {
  readonly mode?: LockMode
  readonly ifAvailable?: boolean
  readonly steal?: boolean
  readonly signal?: Signal
}
type Work = (lock: { name: string } | null) => unknown

interface Request {
  readonly name: string
  readonly mode: LockMode
  readonly life: Life
  readonly work: Work
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One browser's Web Locks. A lock dies with its tab; a frozen tab keeps it, and may get one while it sleeps. */
export class LockManager {
  readonly #timeline: Timeline
  #held: Request[] = []
  #waiting: Request[] = []

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  of(life: Life) {
    return {
      request: (name: string, options: Options | Work, given?: Work) => {
        const [terms, work] = typeof options === 'function' ? [{}, options] : [options, given!]
        return new Promise((resolve, reject) => {
          this.#ask({ name, mode: terms.mode ?? 'exclusive', life, work, resolve, reject }, terms)
        })
      },
      query: () =>
        Promise.resolve({
          held: this.#held.map(({ name, mode }) => ({ name, mode })),
          pending: this.#waiting.map(({ name, mode }) => ({ name, mode })),
        }),
    }
  }

  /** Drops all locks and requests of a closed tab. */
  releaseAll(life: Life): void {
    this.#held = this.#held.filter((request) => request.life !== life)
    this.#waiting = this.#waiting.filter((request) => request.life !== life)
    this.#grantWaiting()
  }

  #ask(request: Request, { ifAvailable, steal, signal }: Options): void {
    if (signal?.aborted) return request.reject(signal.reason)
    if (steal === true) {
      const robbed = this.#held.filter(({ name }) => name === request.name)
      this.#held = this.#held.filter(({ name }) => name !== request.name)
      for (const { reject, life } of robbed) {
        this.#timeline.after(0, () => reject(new DOMException('The lock was stolen.', 'AbortError')), life)
      }
      return this.#grant(request)
    }
    if (this.#isFree(request)) return this.#grant(request)
    if (ifAvailable === true) return this.#refuse(request)
    this.#waiting.push(request)
    signal?.addEventListener('abort', () => {
      if (!this.#waiting.includes(request)) return
      this.#waiting = this.#waiting.filter((other) => other !== request)
      request.reject(signal.reason)
    })
  }

  #isFree({ name, mode }: Request): boolean {
    const rivals = this.#held.filter((held) => held.name === name)
    if (mode === 'shared') return rivals.every((held) => held.mode === 'shared')
    return rivals.length === 0 && !this.#waiting.some((waiting) => waiting.name === name)
  }

  #refuse({ work, life, resolve, reject }: Request): void {
    this.#timeline.after(0, () => void Promise.resolve(work(null)).then(resolve, reject), life)
  }

  #grant(request: Request): void {
    this.#held.push(request)
    const { name, work, life, resolve, reject } = request
    const release = () => {
      if (!this.#held.includes(request)) return
      this.#held = this.#held.filter((held) => held !== request)
      this.#grantWaiting()
    }
    const run = async () => {
      try {
        const result = await work({ name })
        release()
        resolve(result)
      } catch (error) {
        release()
        reject(error)
      }
    }
    this.#timeline.after(0, () => void run(), life)
  }

  #grantWaiting(): void {
    for (const request of this.#waiting) {
      const taken = this.#held.some(
        ({ name, mode }) => name === request.name && (mode === 'exclusive' || request.mode === 'exclusive'),
      )
      if (taken) continue
      this.#waiting = this.#waiting.filter((other) => other !== request)
      this.#grant(request)
    }
  }
}
