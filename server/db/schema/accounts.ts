import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    description: text('description').notNull().default(''),
    gender: text('gender').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    /** The region whose alarms are shown in an exam: a code of `contract/regions.ts`; empty: none. */
    region: text('region').notNull().default(''),
    /** For the calibration of items alone; empty: not given. */
    age: text('age').notNull().default(''),
    schooling: text('schooling').notNull().default(''),
    isActive: boolean('is_active').notNull().default(true),
    isVerified: boolean('is_verified').notNull().default(false),
    passwordChangedAt: moment('password_changed_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Closed by its owner: nobody can sign in, and after `erase_after` the personal data is erased. */
    closedAt: moment('closed_at'),
    eraseAfter: moment('erase_after'),
    /** Erased, but the row stays because a payment must stay on record. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt),
    index('users_unconfirmed')
      .on(table.createdAt)
      .where(sql`not ${table.isVerified} and ${table.closedAt} is null and ${table.erasedAt} is null`),
    index('users_to_erase')
      .on(table.eraseAfter)
      .where(sql`${table.closedAt} is not null and ${table.erasedAt} is null`),
  ],
)

/** A person's consents with the edition that they saw. Append-only. */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    version: text('version').notNull(),
    accepted: boolean('accepted').notNull(),
    givenAt: moment('given_at').notNull().defaultNow(),
  },
  (table) => [index('consents_user').on(table.userId)],
)

/**
 * One signed-in browser. `generation` is n of the newest refresh token R(n). Once R(n), or an access token minted with it, has
 * been used, `successor_used` is true and R(n-1) is no longer accepted.
 */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull().default(1),
    successorUsed: boolean('successor_used').notNull().default(false),
    tokenHash: text('token_hash').notNull(),
    rememberMe: boolean('remember_me').notNull(),
    /** The name for its owner (`server/http/user-agent.ts`): «Chrome, Android»; empty if the browser sends none. */
    device: text('device').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at').notNull().defaultNow(),
    /** The renewals of the last two minutes, newest last (`late-renewal.ts`); empty in older rows. */
    recentRenewals: jsonb('recent_renewals').notNull().default([]),
    /** The number of the browser's last change of its push subscription (`push-change.ts`); null: none was numbered. */
    pushChange: bigint('push_change', { mode: 'number' }),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    revokedBecause: text('revoked_because'),
  },
  (table) => [
    index('refresh_families_user').on(table.userId),
    index('refresh_families_over').on(sql`coalesce(${table.revokedAt}, ${table.expiresAt})`),
  ],
)

/** Single-use secrets, hashed: reset links, e-mail confirmations, sign-in codes, proofs of the old password. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    payload: jsonb('payload'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('one_time_tokens_hash').on(table.kind, table.tokenHash),
    index('one_time_tokens_user').on(table.userId),
    index('one_time_tokens_over').on(table.expiresAt),
  ],
)

/** Letters requested for an address that may be unknown. A job decides within seconds (decision 0036). */
export const letterRequests = pgTable(
  'letter_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    request: jsonb('request').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('letter_requests_old').on(table.createdAt)],
)

/** Counters of the rate limits that all server processes share. */
export const rateCounters = pgTable('rate_counters', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
})
