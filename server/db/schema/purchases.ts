import { boolean, index, integer, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { jsonb } from './json-value.ts'
import { sql } from 'drizzle-orm'
import { users } from './accounts.ts'
import { tests } from './catalog.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * An order, and after payment the right to take one test. Price, currency, title and terms are frozen when it is made.
 * `live` (pending, or paid and not yet over) carries the rule of one live purchase per person and test; it is a column
 * and not an expression because an index cannot ask for the time.
 */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    testId: uuid('test_id')
      .notNull()
      .references(() => tests.id),
    status: text('status').notNull(),
    live: boolean('live').notNull(),
    cardTitle: text('card_title').notNull(),
    price: integer('price').notNull(),
    currency: text('currency').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    provider: text('provider').notNull(),
    /** The edition of the offer that was in force, and so accepted, when it was ordered; null of orders before that was kept. */
    offerVersion: text('offer_version'),
    checkout: jsonb('checkout'),
    checkoutExpiresAt: moment('checkout_expires_at'),
    examAttempts: integer('exam_attempts').notNull(),
    validityDays: integer('validity_days').notNull(),
    extraTimeFactor: real('extra_time_factor').notNull().default(1),
    paidAt: moment('paid_at'),
    expiresAt: moment('expires_at'),
    /** How many days before its end the owner was last told of it: null, 7, then 1. */
    endToldDays: integer('end_told_days'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('purchases_idempotency').on(table.userId, table.idempotencyKey),
    uniqueIndex('purchases_one_live').on(table.userId, table.testId).where(sql`${table.live}`),
    index('purchases_ending').on(table.expiresAt).where(sql`${table.live}`),
    index('purchases_unpaid').on(table.createdAt).where(sql`${table.status} = 'pending'`),
  ],
)

/** Money movements. Only appended (a trigger refuses anything else); one row a provider's event. Amounts in kopiykas. */
export const ledger = pgTable(
  'ledger',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    kind: text('kind').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    provider: text('provider').notNull(),
    providerEventId: text('provider_event_id').notNull(),
    details: jsonb('details'),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_event').on(table.provider, table.providerEventId),
    index('ledger_purchase').on(table.purchaseId),
  ],
)

/** One exam each beyond a purchase's frozen terms, granted by an operator. Only appended; it goes with its purchase. */
export const examGrants = pgTable(
  'exam_grants',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    grantedAt: moment('granted_at').notNull().defaultNow(),
  },
  (table) => [index('exam_grants_purchase').on(table.purchaseId)],
)
