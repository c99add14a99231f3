import type { Life, Timeline } from './timeline.ts'

/** An abort signal of a simulated page; a real one would use real time. */
export class Signal {
  aborted = false
  reason: unknown = undefined
  /** Set for calls that `page-entry.ts` has marked. */
  readonly isOfDelivery?: boolean
  readonly #listeners: (() => void)[] = []

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

/** The page's `AbortController`. Node's makes an error with a stack at each abort, a twentieth of a schedule's cost. */
export class Controller {
  readonly signal = new Signal()

  abort(reason: unknown = aborted): void {
    this.signal.abort(reason)
  }
}
const aborted = new DOMException('This operation was aborted', 'AbortError')

export function signalsOf(timeline: Timeline, life: Life) {
  return {
    timeout(milliseconds: number): Signal {
      const signal = new Signal()
      const expire = () => signal.abort(new DOMException('The operation timed out.', 'TimeoutError'))
      timeline.after(milliseconds, expire, life)
      return signal
    },
    any(signals: readonly Signal[]): Signal {
      if (signals.length === 1) return signals[0]!
      const joined = new Signal()
      for (const signal of signals) {
        if (signal.aborted) joined.abort(signal.reason)
        else signal.addEventListener('abort', () => joined.abort(signal.reason))
      }
      return joined
    },
  }
}
