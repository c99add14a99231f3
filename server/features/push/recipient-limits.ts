import { Unreachable } from '../../web-push/push-door.ts'

/** Deliveries to browsers of one person that are under way at once. */
const mostAtOnce = 2
/** What is left for later because of that is taken up after a delivery's time (`push-door.ts`). Seconds. */
const deliverySeconds = 10
/** A push service answers in a fraction of that. Milliseconds. */
const slowMs = 2_000
/** How many times as long as a slow delivery took its person is left alone. */
const restFactor = 60
/** A host that could not be reached is left alone so long, after each further time in a row twice as long. Milliseconds. */
const firstHostRestMs = 15_000
const longestHostRestMs = 1_800_000
/** Of people, and of hosts: who was remembered first is forgotten first. */
const mostRemembered = 10_000

/** Whom a message is for, and the host of the mailbox that it goes to. */
export interface Recipient {
  userId: string
  host: string
}

/**
 * What one process bears of people whose mailboxes take their time, and of hosts that cannot be reached: the places in which it
 * delivers are few, and everybody's.
 */
export interface Patience {
  /** Seconds after which something may be delivered there; 0: now. */
  waitFor(to: Recipient): number
  /** Delivers there, and remembers how it went. */
  deliver<T>(to: Recipient, work: () => Promise<T>): Promise<T>
}

/**
 * Lets one person have two deliveries at once, and a rest sixty times as long as a slow one took, however it ended: so one
 * person's mailboxes hold a thirtieth of a place in the long run (decision 0087). A host whose name or connection failed rests
 * too, for all who have mailboxes there (decision 0089). Forgotten with the process.
 */
export function createPatience(): Patience {
  const underWay = new Map<string, number>()
  const restsUntil = new Map<string, number>()
  const unreached = new Map<string, { times: number; until: number }>()

  function rememberSlow(userId: string, tookMs: number): void {
    if (tookMs < slowMs) return
    const until = Date.now() + restFactor * tookMs
    keep(restsUntil, userId, Math.max(until, restsUntil.get(userId) ?? 0))
  }

  function rememberUnreached(host: string): void {
    const before = unreached.get(host) ?? { times: 0, until: 0 }
    // Deliveries side by side fail by one and the same trouble.
    if (before.until > Date.now()) return
    const rest = Math.min(firstHostRestMs * 2 ** before.times, longestHostRestMs)
    keep(unreached, host, { times: before.times + 1, until: Date.now() + rest })
  }

  return {
    waitFor({ userId, host }) {
      const until = Math.max(restsUntil.get(userId) ?? 0, unreached.get(host)?.until ?? 0)
      const rest = Math.ceil((until - Date.now()) / 1000)
      if (rest > 0) return rest
      return (underWay.get(userId) ?? 0) < mostAtOnce ? 0 : deliverySeconds
    },
    async deliver({ userId, host }, work) {
      const begunAt = Date.now()
      underWay.set(userId, (underWay.get(userId) ?? 0) + 1)
      try {
        const done = await work()
        unreached.delete(host)
        return done
      } catch (error) {
        if (error instanceof Unreachable) rememberUnreached(host)
        throw error
      } finally {
        rememberSlow(userId, Date.now() - begunAt)
        const left = underWay.get(userId)! - 1
        if (left > 0) underWay.set(userId, left)
        else underWay.delete(userId)
      }
    },
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= mostRemembered) return
  const [first] = map.keys()
  map.delete(first!)
}
