export interface Emitter<Args extends readonly unknown[]> {
  readonly emit: (...args: Args) => void
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
}

/** Calls the listeners immediately, in the order of subscription. If a listener throws, the later ones are not called. */
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
