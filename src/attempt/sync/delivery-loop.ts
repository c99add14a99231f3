export interface DeliveryLoop {
  /** Something may be deliverable now: the network, the person or the session came back. */
  readonly wake: () => void
  /** A submission was enqueued: deliver it without waiting for the next round. */
  readonly nudge: () => void
  readonly stop: () => void
}

/** While anything waits, a round comes at least this often. */
export const roundEveryMs = 30_000

/**
 * Runs rounds one after another. `round(wakeUp)` resolves to when it wants to come again (milliseconds since 1970), or null
 * when nothing waits. A round that throws (a broken storage) is reported and tried again.
 */
export function createDeliveryLoop(parts: {
  readonly round: (wakeUp: boolean) => Promise<number | null>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}): DeliveryLoop {
  // The bare name: the window's own reportError throws if it is called as a method of another object.
  const { onError } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let asked: 'nothing' | 'nudge' | 'wake' = 'nothing'
  let isStopped = false

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    clearTimeout(timer)
    isRunning = true
    const wakeUp = asked === 'wake'
    asked = 'nothing'
    let next: number | null
    try {
      next = await parts.round(wakeUp)
    } catch (error) {
      onError(error)
      next = parts.now() + roundEveryMs
    }
    isRunning = false
    if (isStopped) return
    if (asked !== 'nothing') void run()
    else if (next !== null)
      timer = setTimeout(() => void run(), Math.min(Math.max(next - parts.now(), 0), roundEveryMs))
  }

  const ask = (what: 'nudge' | 'wake') => {
    if (asked !== 'wake') asked = what
    void run()
  }
  return {
    wake: () => ask('wake'),
    nudge: () => ask('nudge'),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
