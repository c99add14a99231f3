import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'
import { jsonb } from './json-value.ts'
import { sql } from 'drizzle-orm'
import { users } from './accounts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    additionalData: jsonb('additional_data'),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.createdAt),
    index('notifications_old').on(table.createdAt),
    index('notifications_unread').on(table.userId).where(sql`${table.readAt} is null`),
  ],
)

export const earnedAchievements = pgTable(
  'earned_achievements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    earnedAt: moment('earned_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.code] })],
)

/** Outbox of letters, written in the transaction of their event. A job sends them. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The account that the letter concerns. The letter is deleted with the account. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    /** The label of the letter's one button; null: it has no link. */
    action: text('action'),
    /** The address for answers, if it is not the sender's. */
    replyTo: text('reply_to'),
    /** A `LinkClock`: the token of its link, whose time begins when the letter leaves. */
    linkClock: jsonb('link_clock'),
    /** After this moment the letter is of no use and is not sent; null: no limit. */
    sendBefore: moment('send_before'),
    /** Not sent before this moment; null: immediately. */
    sendAfter: moment('send_after'),
    /** The exam of a result letter: one for each exam, and none once the owner has seen the result. */
    resultOf: uuid('result_of'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('mails_unsent').on(table.createdAt).where(sql`${table.sentAt} is null`),
    index('mails_user').on(table.userId),
    uniqueIndex('mails_result_of').on(table.resultOf).where(sql`${table.resultOf} is not null`),
    index('mails_old').on(table.createdAt),
    index('mails_to').on(sql`lower(${table.toAddress})`),
    index('mails_reply_to').on(sql`lower(${table.replyTo})`).where(sql`${table.replyTo} is not null`),
    // For letters to ourselves: their subject ends with the sender's address.
    index('mails_subject_end')
      .on(sql`split_part(lower(${table.subject}), ' ', -1)`)
      .where(sql`${table.userId} is null`),
  ],
)

/**
 * Public keys of receipts and certificates (Ed25519) and of push messages (P-256). Old ones stay published until an operator
 * voids one by deleting its row. Private keys are derived from the server's secret and never stored.
 */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').notNull(),
  /** receipt, certificate or push. A signature of one purpose is not valid for another. */
  purpose: text('purpose').notNull().default('receipt'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Hashed assets of this build and of those of the last 30 days, so that an open tab never misses a chunk. */
export const builtAssets = pgTable('built_assets', {
  path: text('path').primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  lastBuiltAt: moment('last_built_at').notNull().defaultNow(),
})
