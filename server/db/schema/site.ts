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

/** Letters to send, written in the transaction of what they tell of; a job delivers them. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Whose account the letter is about, so that it goes with the account. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    /** The text of the button that is the letter's link. Null: it has none. */
    action: text('action'),
    /** Whom an answer goes to, where that is not the sender. */
    replyTo: text('reply_to'),
    /** The link's token whose time begins when the letter leaves: the mail room's LinkClock. */
    linkClock: jsonb('link_clock'),
    /** After this moment it is not sent any more: what it says would be of no use. Null: whenever it can be. */
    sendBefore: moment('send_before'),
    /** Before this moment it is not sent. Null: at once. */
    sendAfter: moment('send_after'),
    /** The exam whose result it tells of: one letter an exam, which is not sent when its owner has seen that. */
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
    // Of letters to ourselves, which name their sender last.
    index('mails_subject_end')
      .on(sql`split_part(lower(${table.subject}), ' ', -1)`)
      .where(sql`${table.userId} is null`),
  ],
)

/**
 * Public keys (Ed25519) of receipts and of certificates, and that of push messages (P-256); old ones stay published until an
 * operator voids one by deleting its row. The private keys are derived from the server's secret and never stored.
 */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').notNull(),
  /** receipt, certificate or push: what the one has signed does not count as the other. */
  purpose: text('purpose').notNull().default('receipt'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Hashed assets of this build and of the builds of the last 30 days, so that an open tab never misses a chunk. */
export const builtAssets = pgTable('built_assets', {
  path: text('path').primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: bytea('bytes').notNull(),
  lastBuiltAt: moment('last_built_at').notNull().defaultNow(),
})
