export interface Emitter<Args extends readonly unknown[]> {
  readonly emit: (...args: Args) => void
  /** Returns how to stop listening. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
}

/** Calls the listeners at once, in the order of subscription. One that throws keeps the later ones from hearing. */
export function createEmitter<Args extends readonly unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit: (...args) => {
      for (const listener of listeners) listener(...args)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
