import { createEmitter } from '../../concurrency/emitter.ts'

/** An effect that is wanted. */
interface WantedEffect<Effect> {
  readonly key: string
  readonly effect: Effect
  /** It continues where it is under way, and is not begun now. */
  readonly isPaused?: boolean
}

interface Parts<State, Event, Effect> {
  readonly initial: State
  readonly update: (state: State, event: Event) => State
  readonly wanted: (state: State) => readonly WantedEffect<Effect>[]
  /** Begins an effect. What it emits after its `signal` is aborted is not heard. */
  readonly perform: (effect: Effect, emit: (event: Event) => void, signal: AbortSignal) => Promise<void> | void
  readonly report: (error: unknown) => void
}

export interface Reconciled<State, Event> {
  readonly state: () => State
  /** Begins what the first state wants. */
  readonly start: () => void
  readonly dispatch: (event: Event) => void
  /** Called after each change of the state, when what follows from it is begun. Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

/**
 * The one place where something is begun or ended. After each event what is newly wanted is begun, what is wanted no more is
 * aborted, and what has the same key is left alone, also when it has ended: it is begun again only after it was not wanted.
 * So a reply that comes late needs no guard where it is sent for: its effect was aborted, and it is not heard.
 */
export function reconcile<State, Event, Effect>({
  initial,
  update,
  wanted,
  perform,
  report,
}: Parts<State, Event, Effect>): Reconciled<State, Event> {
  const running = new Map<string, AbortController>()
  const changed = createEmitter()
  const queue: Event[] = []
  let state = initial
  let isBusy = false
  let isStopped = false

  function dispatch(event: Event): void {
    if (isStopped) return
    queue.push(event)
    takeAll()
  }

  /** One event after another: what one brings about at once is heard after all that follows from it is begun. */
  function takeAll(): void {
    if (isBusy) return
    isBusy = true
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) take(next)
    } finally {
      isBusy = false
    }
  }

  function take(event: Event): void {
    const before = state
    state = update(before, event)
    if (state === before) return
    settle()
    changed.emit()
  }

  function settle(): void {
    const now = wanted(state)
    const keys = new Set(now.map(({ key }) => key))
    for (const [key, abort] of running) {
      if (keys.has(key)) continue
      running.delete(key)
      abort.abort()
    }
    for (const { key, effect, isPaused } of now) if (isPaused !== true && !running.has(key)) begin(key, effect)
  }

  function begin(key: string, effect: Effect): void {
    const abort = new AbortController()
    running.set(key, abort)
    const emit = (event: Event) => {
      if (!abort.signal.aborted) dispatch(event)
    }
    const work = async () => perform(effect, emit, abort.signal)
    void work().catch(report)
  }

  return {
    state: () => state,
    start: () => {
      isBusy = true
      settle()
      isBusy = false
      takeAll()
    },
    dispatch,
    subscribe: changed.subscribe,
    stop: () => {
      isStopped = true
      for (const abort of running.values()) abort.abort()
    },
  }
}
