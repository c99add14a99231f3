import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { refreshFamilies, users } from './accounts.ts'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Where a browser hears of news while the site is closed (Web Push, RFC 8030). It goes with the browser's session. */
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
    /** An address that a stranger gave: nothing but `push-door.ts` may call it. Anyone who knows it may renew it. */
    endpoint: text('endpoint').notNull(),
    /** The browser's key of RFC 8291, and the secret that belongs to it; base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The key of ours that it was made for: under another one its push service listens to nobody. */
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

/** What is to be told to one browser, written in the transaction of what it tells; a job delivers it. */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** What it is about, as a Topic header: of one topic a browser is told once, and a later word takes an earlier one's place. */
    topic: text('topic').notNull(),
    /** The PushMessage without its addressee; null when it was delivered, or cannot be. */
    message: jsonb('message'),
    /** After this moment it is of no use. */
    expiresAt: moment('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('pushes_topic').on(table.subscriptionId, table.topic),
    index('pushes_old').on(table.createdAt),
  ],
)
