import { Unreachable } from '../../web-push/push-door.ts'

/** Concurrent deliveries to browsers of one person. */
const mostAtOnce = 2
/** Seconds until a message that this bound held up is tried again: a delivery takes no longer (`push-door.ts`). */
const deliverySeconds = 10
/** Milliseconds. A push service answers in a fraction of that. */
const slowMs = 2_000
/** A person rests for so many times the duration of a slow delivery. */
const restFactor = 60
/** Milliseconds. An unreachable host rests for the first; after each further failure in a row twice as long, up to the second. */
const firstHostRestMs = 15_000
const longestHostRestMs = 1_800_000
/** Most people, and most hosts, that are remembered: the oldest entry is dropped. */
const mostRemembered = 10_000

/** A message's person, and the host of the mailbox. */
export interface Recipient {
  userId: string
  host: string
}

/** Limits what slow mailboxes and unreachable hosts cost one process: it has few places, which all people share. */
export interface Patience {
  /** Seconds until a delivery to this recipient may begin; 0: now. */
  waitFor(to: Recipient): number
  /** Runs a delivery and records how it went. */
  deliver<T>(to: Recipient, work: () => Promise<T>): Promise<T>
}

/**
 * Lets one person have two concurrent deliveries. After a slow one, however it ended, the person rests sixty times as long: in
 * the long run one person's mailboxes hold a thirtieth of a place (decision 0087). A host whose name or connection failed rests, too,
 * for everybody with mailboxes there (decision 0089). The state is lost with the process.
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
    // Concurrent deliveries fail for one and the same reason.
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
