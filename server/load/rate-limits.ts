import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Database, Queries } from '../db/connect.ts'
import { rateLimited } from '../failure.ts'

/**
 * Limits that guard people and money, counted in PostgreSQL for all processes: hits in a window of seconds. A school of five
 * hundred may register and sign in behind one address within ten minutes, even if one of them tries to shut the others out
 * (decisions 0036, 0073). An act of the whole school has a wide bound, an act that only a guess causes a narrow one.
 */
export const limits = {
  'login-device': { hits: 10, seconds: 300 },
  // All known devices of an account together: a person with the password could make any number of them.
  'login-known': { hits: 100, seconds: 3600 },
  'login-stranger': { hits: 10, seconds: 900 },
  'login-strangers': { hits: 30, seconds: 900 },
  // Beyond this, strangers of a network are slowed down, not refused (`guard-log-in.ts`).
  'login-address': { hits: 2000, seconds: 900 },
  // Together 28,750 wrong passwords in any 24 hours, which touch 25 windows at most (decision 0073).
  'login-failures': { hits: 850, seconds: 3600 },
  'login-first-failures': { hits: 300, seconds: 3600 },
  // Bounds nothing, but lets an unknown address cost the same statement as a known one.
  'login-nobody': { hits: Infinity, seconds: 3600 },
  'register-address': { hits: 1000, seconds: 3600 },
  'register-failures': { hits: 480, seconds: 21_600 },
  // A taken address that this network has already been shown counts nothing again.
  'register-told': { hits: 1, seconds: 21_600 },
  'refresh-address': { hits: 3000, seconds: 300 },
  'revoke-address': { hits: 3000, seconds: 300 },
  // Letters to one mailbox, asked for by strangers of one network, by all strangers, and by its owner's known devices.
  'reset-stranger': { hits: 3, seconds: 3600 },
  'reset-strangers': { hits: 9, seconds: 3600 },
  'reset-known': { hits: 3, seconds: 3600 },
  'reset-address': { hits: 600, seconds: 3600 },
  'sign-in-link-stranger': { hits: 5, seconds: 3600 },
  'sign-in-link-strangers': { hits: 15, seconds: 3600 },
  'sign-in-link-known': { hits: 5, seconds: 3600 },
  'sign-in-link-address': { hits: 1000, seconds: 3600 },
  // Letters that an account asks for to its own address.
  'own-letters-account': { hits: 5, seconds: 3600 },
  // Letters to one unconfirmed mailbox, from all accounts together (`queue-unproven.ts`).
  'unproven-letters': { hits: 12, seconds: 3600 },
  // Letters that all accounts of a network ask for to their own addresses. All letters wait in one queue.
  'own-letters-address': { hits: 1000, seconds: 3600 },
  'mail-link-address': { hits: 1500, seconds: 3600 },
  'email-change': { hits: 5, seconds: 3600 },
  // Letters to one new mailbox, from all accounts together: its owner may never have asked for a letter.
  'email-change-to': { hits: 5, seconds: 3600 },
  newsletter: { hits: 20, seconds: 86_400 },
  export: { hits: 10, seconds: 3600 },
  'password-check': { hits: 10, seconds: 300 },
  // A hash keeps a core busy for a while.
  'password-change': { hits: 20, seconds: 300 },
  // Each change leaves a notification for a year, and a letter. 23 hours, because no counter may last longer than a day.
  'password-changes': { hits: 20, seconds: 82_800 },
  'feedback-address': { hits: 10, seconds: 3600 },
  // A class may try it together. Each trial is a few milliseconds of drawing.
  'guest-trial-address': { hits: 600, seconds: 3600 },
  'guest-trial-claim': { hits: 30, seconds: 3600 },
  purchase: { hits: 30, seconds: 600 },
  // A class may try its code together. Codes that staff make have 50 bits.
  'promo-address': { hits: 300, seconds: 3600 },
  push: { hits: 60, seconds: 3600 },
  'push-renewal-address': { hits: 300, seconds: 3600 },
  certificate: { hits: 30, seconds: 3600 },
  'exchange-address': { hits: 1000, seconds: 300 },
  // The back office. Codes are counted by account, after the right password: no stranger can use them up.
  'staff-sign-in-address': { hits: 30, seconds: 900 },
  'staff-codes': { hits: 20, seconds: 3600 },
  'staff-invitation-address': { hits: 60, seconds: 900 },
} as const
export type LimitName = keyof typeof limits

/** Counts hits of a subject: an address, an account or a device. */
export interface Limiter {
  /** Counts one hit and returns its number in the window, from 1. Throws 429 `rate_limited` beyond the limit. */
  (name: LimitName, subject: string): Promise<number>
  /** Counts one hit, refuses nothing, and returns whether the limit is exceeded. */
  passes(name: LimitName, subject: string): Promise<boolean>
  /** The first of these limits that is not reached; throws 429 if all are. Counts nothing: concurrent calls may exceed it. */
  withRoom<Name extends LimitName>(names: readonly Name[], subject: string): Promise<Name>
}

interface Counter extends Record<string, unknown> {
  hits: number
  left: number
}

/** `factor` multiplies every limit. */
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

/** The network of an address: an IPv4 address itself, also written as IPv6; of an IPv6 address its /64, which has one owner. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Deletes counters an hour after their window: they hold addresses of people. */
export async function forgetOldCounters(db: Database): Promise<void> {
  await db.execute(sql`delete from rate_counters where window_ends_at < now() - interval '1 hour'`)
}
