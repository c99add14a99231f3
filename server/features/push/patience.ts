/** Deliveries to browsers of one person that are under way at once. */
const mostAtOnce = 2
/** What is left for later because of that is taken up after a delivery's time (`push-door.ts`). Seconds. */
const deliverySeconds = 10
/** A push service answers in a fraction of that. Milliseconds. */
const slowMs = 2_000
/** How many times as long as a slow delivery took its person is left alone. */
const restFactor = 60
const mostRemembered = 10_000

/** What one process bears of people whose mailboxes take their time: the places in which it delivers are few, and everybody's. */
export interface Patience {
  /** Seconds after which something may be delivered to this person; 0: now. */
  waitFor(userId: string): number
  /** Delivers to this person, and remembers how long it took. */
  deliver<T>(userId: string, work: () => Promise<T>): Promise<T>
}

/**
 * Lets one person have two deliveries at once, and a rest sixty times as long as a slow one took, however it ended: so one
 * person's mailboxes hold a thirtieth of a place in the long run (decision 0087). Forgotten with the process.
 */
export function createPatience(): Patience {
  const underWay = new Map<string, number>()
  const restsUntil = new Map<string, number>()

  function remember(userId: string, tookMs: number): void {
    if (tookMs < slowMs) return
    if (restsUntil.size >= mostRemembered) restsUntil.clear()
    const until = Date.now() + restFactor * tookMs
    restsUntil.set(userId, Math.max(until, restsUntil.get(userId) ?? 0))
  }

  return {
    waitFor(userId) {
      const rest = Math.ceil(((restsUntil.get(userId) ?? 0) - Date.now()) / 1000)
      if (rest > 0) return rest
      return (underWay.get(userId) ?? 0) < mostAtOnce ? 0 : deliverySeconds
    },
    async deliver(userId, work) {
      const begunAt = Date.now()
      underWay.set(userId, (underWay.get(userId) ?? 0) + 1)
      try {
        return await work()
      } finally {
        remember(userId, Date.now() - begunAt)
        const left = underWay.get(userId)! - 1
        if (left > 0) underWay.set(userId, left)
        else underWay.delete(userId)
      }
    },
  }
}
