import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { refreshFamilies, users } from './accounts.ts'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A browser's push subscription (Web Push, RFC 8030). It goes with the browser's session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    familyId: uuid('family_id')
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    /** An untrusted address: only `push-door.ts` may call it. Anyone who knows it may renew it. */
    endpoint: text('endpoint').notNull(),
    /** The browser's key and secret of RFC 8291, base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public key of ours that it was made for; its push service refuses any other. */
    serverKey: text('server_key').notNull(),
    kinds: text('kinds').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_family').on(table.familyId),
  ],
)

/** Outbox of push messages, each for one browser, written in the transaction of its event. A job delivers it. */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** The Topic header: a browser gets one message of a topic, and a later one replaces an earlier one. */
    topic: text('topic').notNull(),
    /** The PushMessage without its addressee; null once it is delivered or cannot be. */
    message: jsonb('message'),
    expiresAt: moment('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('pushes_topic').on(table.subscriptionId, table.topic),
    index('pushes_old').on(table.createdAt),
  ],
)
