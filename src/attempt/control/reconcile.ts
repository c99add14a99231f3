import { createEmitter } from '../../concurrency/emitter.ts'

interface WantedEffect<Effect> {
  readonly key: string
  readonly effect: Effect
  /** A paused effect continues if it is under way. Otherwise it is not begun now. */
  readonly isPaused?: boolean
}

interface Parts<State, Event, Effect> {
  readonly initial: State
  readonly update: (state: State, event: Event) => State
  readonly wanted: (state: State) => readonly WantedEffect<Effect>[]
  /** Begins an effect. Events that it emits after its `signal` is aborted are ignored. */
  readonly perform: (effect: Effect, emit: (event: Event) => void, signal: AbortSignal) => Promise<void> | void
  readonly report: (error: unknown) => void
}

export interface Reconciled<State, Event> {
  readonly state: () => State
  /** Begins the effects that the first state wants. */
  readonly start: () => void
  readonly dispatch: (event: Event) => void
  /** Calls `listener` after each change of the state, when its effects have begun. Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

/**
 * The only place that begins or ends an effect. After each event it begins newly wanted effects, aborts unwanted ones, and
 * leaves alone those with the same key. An effect that has ended is begun again only after a state that did not want it. A
 * late reply needs no guard: its effect was aborted, so its events are ignored.
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

  /** One event after another: an event that an effect emits immediately is taken after all effects of the last one have begun. */
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
