import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Database, Queries } from '../db/connect.ts'
import { rateLimited } from '../failure.ts'

/**
 * The limits that guard people and money, counted in PostgreSQL for all processes: hits per window of seconds. Those of
 * an address leave room for a school of five hundred that registers and signs in behind one within ten minutes, also where
 * somebody among them tries to shut it out (decisions 0036, 0073): all that it does has a wide bound, and what only a guess
 * does, a narrow one.
 */
export const limits = {
  'login-device': { hits: 10, seconds: 300 },
  // Of all known devices of an account together: who knows the password could name any number of them.
  'login-known': { hits: 100, seconds: 3600 },
  'login-stranger': { hits: 10, seconds: 900 },
  'login-strangers': { hits: 30, seconds: 900 },
  // Beyond it a network's strangers are slowed down, not refused (guard-log-in.ts).
  'login-address': { hits: 2000, seconds: 900 },
  // Together 28,750 wrong passwords in any 24 hours, which touch 25 windows at most (decision 0073).
  'login-failures': { hits: 850, seconds: 3600 },
  'login-first-failures': { hits: 300, seconds: 3600 },
  // Counts and bounds nothing: an address that nobody has costs the same statement as one that is known.
  'login-nobody': { hits: Infinity, seconds: 3600 },
  'register-address': { hits: 1000, seconds: 3600 },
  'register-failures': { hits: 480, seconds: 21_600 },
  // What a network was told once it may be told again: of each taken address only the first time counts.
  'register-told': { hits: 1, seconds: 21_600 },
  'refresh-address': { hits: 3000, seconds: 300 },
  'revoke-address': { hits: 3000, seconds: 300 },
  // Letters to one mailbox: of strangers from one network, of all strangers, and of the devices that its owner signs in from.
  'reset-stranger': { hits: 3, seconds: 3600 },
  'reset-strangers': { hits: 9, seconds: 3600 },
  'reset-known': { hits: 3, seconds: 3600 },
  'reset-address': { hits: 600, seconds: 3600 },
  'sign-in-link-stranger': { hits: 5, seconds: 3600 },
  'sign-in-link-strangers': { hits: 15, seconds: 3600 },
  'sign-in-link-known': { hits: 5, seconds: 3600 },
  'sign-in-link-address': { hits: 1000, seconds: 3600 },
  // Letters to their own address that the signed-in ask for: of an account, and below of all accounts of a network.
  'own-letters-account': { hits: 5, seconds: 3600 },
  // Of all accounts together, to one mailbox that nobody has confirmed (queue-unproven.ts).
  'unproven-letters': { hits: 12, seconds: 3600 },
  // Of all accounts of a network together: letters that the signed-in ask for. All letters wait in one queue.
  'own-letters-address': { hits: 1000, seconds: 3600 },
  'mail-link-address': { hits: 1500, seconds: 3600 },
  'email-change': { hits: 5, seconds: 3600 },
  // Of all accounts together to one new mailbox: it may be somebody's who never asked for any letter.
  'email-change-to': { hits: 5, seconds: 3600 },
  newsletter: { hits: 20, seconds: 86_400 },
  export: { hits: 10, seconds: 3600 },
  'password-check': { hits: 10, seconds: 300 },
  // Hashing costs a core for a while.
  'password-change': { hits: 20, seconds: 300 },
  // Each is a notification for a year, and a letter. A little less than a day, for nothing is counted longer than one.
  'password-changes': { hits: 20, seconds: 82_800 },
  'feedback-address': { hits: 10, seconds: 3600 },
  // A class that tries it together; each is a few milliseconds of drawing.
  'guest-trial-address': { hits: 600, seconds: 3600 },
  'guest-trial-claim': { hits: 30, seconds: 3600 },
  purchase: { hits: 30, seconds: 600 },
  push: { hits: 60, seconds: 3600 },
  'push-renewal-address': { hits: 300, seconds: 3600 },
  certificate: { hits: 30, seconds: 3600 },
  'exchange-address': { hits: 1000, seconds: 300 },
} as const
export type LimitName = keyof typeof limits

/** Counts hits of a subject: an address, an account, a device. */
export interface Limiter {
  /** Counts one hit and throws 429 `rate_limited` beyond the limit. Which hit of its window it was, from 1 on. */
  (name: LimitName, subject: string): Promise<number>
  /** Counts one hit, refuses nothing, and says whether the limit is passed. */
  passes(name: LimitName, subject: string): Promise<boolean>
  /**
   * The first of these limits that is not reached; throws 429 where all are. Nothing is counted: what is under way at once may
   * pass the limit together.
   */
  withRoom<Name extends LimitName>(names: readonly Name[], subject: string): Promise<Name>
}

interface Counter extends Record<string, unknown> {
  hits: number
  /** Seconds until its window ends. */
  left: number
}

/** Makes the limiter; every limit is stretched by `factor`. */
export function createLimiter(db: Pick<Queries, 'execute'>, factor: number): Limiter {
  const keyOf = (name: LimitName, subject: string) => `${name}:${networkOf(subject)}`
  const refuse = ({ left }: Counter) => rateLimited(Math.max(1, left))

  async function count(name: LimitName, subject: string): Promise<Counter> {
    const { seconds } = limits[name]
    const key = keyOf(name, subject)
    const { rows } = await db.execute<Counter>(sql`
      insert into rate_counters (key, hits, window_ends_at)
      values (${key}, 1, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        hits = case when rate_counters.window_ends_at < now() then 1 else rate_counters.hits + 1 end,
        window_ends_at = case when rate_counters.window_ends_at < now()
          then excluded.window_ends_at else rate_counters.window_ends_at end
      returning hits, ceil(extract(epoch from window_ends_at - now()))::int as left`)
    return rows[0]!
  }

  const most = (name: LimitName) => limits[name].hits * factor

  async function limit(name: LimitName, subject: string): Promise<number> {
    const counter = await count(name, subject)
    if (counter.hits > most(name)) throw refuse(counter)
    return counter.hits
  }

  const passes = async (name: LimitName, subject: string) => (await count(name, subject)).hits > most(name)

  async function withRoom<Name extends LimitName>(names: readonly Name[], subject: string): Promise<Name> {
    const keys = names.map((name) => keyOf(name, subject))
    const { rows } = await db.execute<Counter & { key: string }>(sql`
      select key, hits, ceil(extract(epoch from window_ends_at - now()))::int as left from rate_counters
      where key in ${keys} and window_ends_at >= now()`)
    const full = rows.filter(({ key, hits }) => hits >= most(names[keys.indexOf(key)]!))
    const free = names.find((name) => !full.some(({ key }) => key === keyOf(name, subject)))
    if (free === undefined) throw refuse(full.toSorted((a, b) => a.left - b.left)[0]!)
    return free
  }

  return Object.assign(limit, { passes, withRoom })
}

/**
 * Whom an address is counted as: an IPv4 address, also in IPv6's clothes, is itself; of an IPv6 address the /64 counts,
 * for who has one has all of it.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Drops counters whose window is long over: they hold addresses of people, which nobody needs any more. */
export async function forgetOldCounters(db: Database): Promise<void> {
  await db.execute(sql`delete from rate_counters where window_ends_at < now() - interval '1 hour'`)
}
