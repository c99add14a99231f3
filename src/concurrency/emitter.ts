export interface Emitter<Told extends readonly unknown[]> {
  readonly emit: (...told: Told) => void
  /** Returns how to stop listening. */
  readonly subscribe: (listener: (...told: Told) => void) => () => void
}

/** Tells every listener, at once and in the order in which they came. One that throws keeps the later ones from hearing. */
export function createEmitter<Told extends readonly unknown[] = []>(): Emitter<Told> {
  const listeners = new Set<(...told: Told) => void>()
  return {
    emit: (...told) => {
      for (const listener of listeners) listener(...told)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
