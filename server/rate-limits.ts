import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { ErrorCode } from '#contract/error.ts'
import type { Database } from './db/connect.ts'
import { Failure, rateLimited } from './failure.ts'

/**
 * The limits that guard people and money, counted in PostgreSQL for all processes: hits per window of seconds. Those of
 * an address leave room for a school of five hundred that registers and signs in behind one within ten minutes (decision
 * 0036): all that it does has a wide bound, and what only a guess does, a narrow one.
 */
const limits = {
  'login-device': { hits: 10, seconds: 300 },
  'login-stranger': { hits: 10, seconds: 900 },
  'login-strangers': { hits: 30, seconds: 900 },
  'login-address': { hits: 2000, seconds: 900 },
  'login-failures': { hits: 300, seconds: 900 },
  'register-address': { hits: 1000, seconds: 3600 },
  'register-failures': { hits: 100, seconds: 3600 },
  'refresh-address': { hits: 3000, seconds: 300 },
  'revoke-address': { hits: 3000, seconds: 300 },
  'reset-account': { hits: 3, seconds: 3600 },
  'reset-address': { hits: 600, seconds: 3600 },
  'sign-in-link-account': { hits: 5, seconds: 3600 },
  'sign-in-link-address': { hits: 1000, seconds: 3600 },
  'verify-account': { hits: 5, seconds: 3600 },
  'mail-link-address': { hits: 1500, seconds: 3600 },
  'email-change': { hits: 5, seconds: 3600 },
  export: { hits: 10, seconds: 3600 },
  'password-check': { hits: 10, seconds: 300 },
  // Hashing costs a core for a while, with or without a proof.
  'password-change': { hits: 20, seconds: 300 },
  'feedback-address': { hits: 10, seconds: 3600 },
  purchase: { hits: 30, seconds: 600 },
  push: { hits: 60, seconds: 3600 },
  'push-renewal-address': { hits: 300, seconds: 3600 },
  certificate: { hits: 30, seconds: 3600 },
  'exchange-address': { hits: 1000, seconds: 300 },
} as const
export type LimitName = keyof typeof limits

/** Counts hits of a subject: an address, an account, a device. */
export interface Limiter {
  /** Counts one hit and throws 429 `rate_limited` beyond the limit. */
  (name: LimitName, subject: string): Promise<void>
  /**
   * Does the work and counts one hit if it fails with this code; throws 429 without doing it where the limit is reached.
   * What is under way at once is not counted yet: a wider limit of all tries bounds that.
   */
  ofFailures<Result>(name: LimitName, subject: string, code: ErrorCode, work: () => Promise<Result>): Promise<Result>
}

interface Counter extends Record<string, unknown> {
  hits: number
  /** Seconds until its window ends. */
  left: number
}

/** Makes the limiter; every limit is stretched by `factor`. */
export function createLimiter(db: Database, factor: number): Limiter {
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

  async function limit(name: LimitName, subject: string): Promise<void> {
    const counter = await count(name, subject)
    if (counter.hits > limits[name].hits * factor) throw refuse(counter)
  }

  async function ofFailures<Result>(
    name: LimitName,
    subject: string,
    code: ErrorCode,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { rows } = await db.execute<Counter>(sql`
      select hits, ceil(extract(epoch from window_ends_at - now()))::int as left from rate_counters
      where key = ${keyOf(name, subject)} and window_ends_at >= now()`)
    const [counter] = rows
    if (counter !== undefined && counter.hits >= limits[name].hits * factor) throw refuse(counter)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure && error.code === code) await count(name, subject)
      throw error
    }
  }

  return Object.assign(limit, { ofFailures })
}

/**
 * Whom an address is counted as: an IPv4 address, also in IPv6's clothes, is itself; of an IPv6 address the /64 counts,
 * for whoever has one has all of it.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Lets go of counters whose window is long over: they hold addresses of people, which nobody needs any more. */
export async function forgetOldCounters(db: Database): Promise<void> {
  await db.execute(sql`delete from rate_counters where window_ends_at < now() - interval '1 hour'`)
}
