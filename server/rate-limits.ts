import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Database } from './db/connect.ts'
import { rateLimited } from './failure.ts'

/**
 * The limits that guard people and money, counted in PostgreSQL for all processes: hits per window of seconds. Those of
 * an address leave room for a class of thirty that registers and signs in behind one.
 */
const limits = {
  'login-device': { hits: 10, seconds: 300 },
  'login-stranger': { hits: 10, seconds: 900 },
  'login-strangers': { hits: 30, seconds: 900 },
  'login-address': { hits: 60, seconds: 300 },
  'register-address': { hits: 60, seconds: 3600 },
  'refresh-address': { hits: 300, seconds: 300 },
  'revoke-address': { hits: 300, seconds: 300 },
  'reset-account': { hits: 3, seconds: 3600 },
  'reset-address': { hits: 60, seconds: 3600 },
  'sign-in-link-account': { hits: 5, seconds: 3600 },
  'sign-in-link-address': { hits: 60, seconds: 3600 },
  'verify-account': { hits: 5, seconds: 3600 },
  'mail-link-address': { hits: 120, seconds: 3600 },
  'email-change': { hits: 5, seconds: 3600 },
  export: { hits: 10, seconds: 3600 },
  'password-check': { hits: 10, seconds: 300 },
  // Hashing costs a core for a while, with or without a proof.
  'password-change': { hits: 20, seconds: 300 },
  'feedback-address': { hits: 10, seconds: 3600 },
  purchase: { hits: 30, seconds: 600 },
  'exchange-address': { hits: 60, seconds: 300 },
} as const
export type LimitName = keyof typeof limits

export type Limiter = (name: LimitName, subject: string) => Promise<void>

/** Makes the limiter. It counts one hit of `subject` and throws 429 `rate_limited` beyond the limit × `factor`. */
export function createLimiter(db: Database, factor: number): Limiter {
  return async (name, subject) => {
    const { hits, seconds } = limits[name]
    const key = `${name}:${networkOf(subject)}`
    const { rows } = await db.execute<{ hits: number; left: number }>(sql`
      insert into rate_counters (key, hits, window_ends_at)
      values (${key}, 1, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        hits = case when rate_counters.window_ends_at < now() then 1 else rate_counters.hits + 1 end,
        window_ends_at = case when rate_counters.window_ends_at < now()
          then excluded.window_ends_at else rate_counters.window_ends_at end
      returning hits, ceil(extract(epoch from window_ends_at - now()))::int as left`)
    const counter = rows[0]!
    if (counter.hits > hits * factor) throw rateLimited(Math.max(1, counter.left))
  }
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
