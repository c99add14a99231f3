import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** People who work in the back office. A row is never deleted: looks and acts name it. */
export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    /** The author of their acts, as the record keeps it for good. */
    name: text('name').notNull(),
    /** A name of `contract/staff/roles.ts`. */
    role: text('role').notNull(),
    /** Empty until the invitation was accepted. */
    passwordHash: text('password_hash').notNull().default(''),
    /** The authenticator app's secret, encrypted (`staff-secrets.ts`); null until the invitation's link was opened. */
    totpSecret: bytea('totp_secret'),
    /** The time step (RFC 6238) of the last accepted code: a code works once. */
    totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    acceptedAt: moment('accepted_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [uniqueIndex('staff_email').on(sql`lower(${table.email})`)],
)

/** Signed-in browsers. The cookie has the secret; the row has its hash. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    tokenHash: text('token_hash').notNull(),
    /** «Chrome, Linux»; empty if the browser says nothing. */
    device: text('device').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at').notNull().defaultNow(),
    /** When the second factor was last shown. */
    provenAt: moment('proven_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('staff_sessions_token').on(table.tokenHash),
    index('staff_sessions_staff').on(table.staffId, table.usedAt),
    index('staff_sessions_old').on(table.createdAt),
  ],
)

/** Passkeys (WebAuthn Level 3). Ended ones stay: their credentials may not come back. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    /** The name that its owner gave it. */
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    /** COSE, as the authenticator sent it. */
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('staff_passkeys_credential').on(table.credentialId),
    index('staff_passkeys_staff').on(table.staffId),
  ],
)

/**
 * Single-use secrets, hashed. `invitation`: a link, until `expiresAt`. `recovery`: a code in place of the app's, for good.
 * `challenge`: what a passkey must sign, for some minutes. It belongs to nobody before.
 */
export const staffTokens = pgTable(
  'staff_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for a challenge. */
    staffId: uuid('staff_id').references(() => staff.id),
    kind: text('kind').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('staff_tokens_hash').on(table.kind, table.tokenHash),
    index('staff_tokens_staff').on(table.staffId, table.kind),
    index('staff_tokens_over').on(table.kind, table.expiresAt),
  ],
)

/**
 * Each look of staff at a person's data, acts included. A row never changes, and goes after three years. The person's id has no
 * reference: the look stays when they are erased. Of a message from a guest it is the message's id.
 */
export const staffLooks = pgTable(
  'staff_looks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: moment('at').notNull().defaultNow(),
    staffId: uuid('staff_id').notNull(),
    /** The name of the call. */
    call: text('call').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [index('staff_looks_user').on(table.userId, table.at), index('staff_looks_at').on(table.at)],
)
