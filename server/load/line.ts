/** How many pieces of work run at once, and how many wait for how long. */
export interface LineLimits {
  atOnce: number
  /** Those that wait, beyond which the next one is turned away at once. */
  waiting: number
  /** Milliseconds that one waits for its turn. */
  timeoutMs: number
}

/** A bounded line: a few run, some wait in order and hold nothing meanwhile, all others are turned away. */
export class Line {
  readonly #limits: LineLimits
  readonly #refusal: () => Error
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: LineLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Whether the next one would be turned away. */
  get isFull(): boolean {
    return this.#running >= this.#limits.atOnce && this.#waiting.length >= this.#limits.waiting
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  get isEmpty(): boolean {
    return this.#running === 0
  }

  /** Runs `work` when it is its turn. Throws the line's refusal where it is full, or the wait has been too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Who is next takes the place over: `running` stays as it is.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  async #enter(): Promise<void> {
    if (this.isFull) throw this.#refusal()
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        reject(this.#refusal())
      }, this.#limits.timeoutMs)
      this.#waiting.push(go)
    })
  }
}
