import { boolean, check, index, integer, pgTable, real, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { jsonb } from './json-value.ts'
import { sql } from 'drizzle-orm'
import { users } from './accounts.ts'
import { bundles, tests } from './catalog.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Promo codes: so many percent or kopiykas less, of some tests or all, for a time, a number of uses, once a person. A gift code
 * is one of 100 % with one use. Codes are compared in capitals.
 */
export const promoCodes = pgTable(
  'promo_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    code: text('code').notNull(),
    percent: integer('percent'),
    sum: integer('sum'),
    /** Null: all tests. */
    testIds: uuid('test_ids').array(),
    isForBundles: boolean('is_for_bundles').notNull().default(false),
    beginsAt: moment('begins_at').notNull().defaultNow(),
    endsAt: moment('ends_at'),
    /** Null: any number. */
    usesMost: integer('uses_most'),
    onceAPerson: boolean('once_a_person').notNull().default(true),
    /** What it is for; staff alone read it. */
    note: text('note').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('promo_codes_code').on(sql`upper(${table.code})`),
    index('promo_codes_newest').on(table.createdAt, table.id),
    check('promo_codes_one_way', sql`(${table.percent} is null) <> (${table.sum} is null)`),
    check('promo_codes_percent', sql`${table.percent} between 1 and 100`),
    check('promo_codes_sum', sql`${table.sum} > 0`),
  ],
)

/**
 * One checkout for one or more lines (rows of `purchases`). `price` is their sum in kopiykas. An order of one line has its
 * purchase's id, so providers and addresses know one id for both.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The bundle and its name when it was ordered; null for an order of one test. */
    bundleId: uuid('bundle_id').references(() => bundles.id),
    title: text('title'),
    /** pending, paid, failed, expired or refunded. A line that was returned alone has a status of its own. */
    status: text('status').notNull(),
    price: integer('price').notNull(),
    currency: text('currency').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    provider: text('provider').notNull(),
    /** The edition of the offer that was in force, and so accepted, at the order; null in older orders. */
    offerVersion: text('offer_version'),
    /** The promo code that made its price. */
    promoCodeId: uuid('promo_code_id').references(() => promoCodes.id),
    checkout: jsonb('checkout'),
    checkoutExpiresAt: moment('checkout_expires_at'),
    /** Money that banks withhold, by checkouts (`WithheldMoney`); null if none. */
    held: jsonb('held'),
    /** The provider's time of its newest report. An older report reverts no status. */
    toldAt: moment('told_at'),
    /** When to ask the provider for the status again; null: never. */
    askAt: moment('ask_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('orders_idempotency').on(table.userId, table.idempotencyKey),
    index('orders_promo').on(table.promoCodeId).where(sql`${table.promoCodeId} is not null`),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_of_status').on(table.status, table.createdAt, table.id),
    index('orders_waiting').on(table.createdAt).where(sql`${table.status} = 'pending'`),
    index('orders_given_up').on(table.createdAt).where(sql`${table.status} in ('failed', 'expired')`),
    index('orders_at_provider').on(table.provider, table.createdAt).where(sql`${table.checkout} is not null`),
    index('orders_held').on(table.createdAt).where(sql`${table.held} is not null`),
    index('orders_to_ask').on(table.provider, table.askAt).where(sql`${table.askAt} is not null`),
  ],
)

/**
 * A line of an order; after payment the right to take one test. Price, currency, title and all terms of the exam are frozen at
 * the order. A person has one purchase of a test that is `live` (pending, or paid and not over) and not `superseded`. These are
 * columns, because an index cannot ask for the time or count attempts.
 */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    testId: uuid('test_id')
      .notNull()
      .references(() => tests.id),
    status: text('status').notNull(),
    live: boolean('live').notNull(),
    /** Its exams are used up and the test was ordered again. It keeps its results, and its training until it expires. */
    superseded: boolean('superseded').notNull().default(false),
    cardTitle: text('card_title').notNull(),
    /** The price of this line: the test's price of that day less `discount`. */
    price: integer('price').notNull(),
    discount: integer('discount').notNull().default(0),
    currency: text('currency').notNull(),
    examAttempts: integer('exam_attempts').notNull(),
    validityDays: integer('validity_days').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    questionCount: integer('question_count').notNull(),
    blueprint: jsonb('blueprint').notNull(),
    extraTimeFactor: real('extra_time_factor').notNull().default(1),
    paidAt: moment('paid_at'),
    expiresAt: moment('expires_at'),
    /** The last reminder to its owner, in days before the end: null, 7, then 1. */
    endToldDays: integer('end_told_days'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('purchases_one_live')
      .on(table.userId, table.testId)
      .where(sql`${table.live} and not ${table.superseded}`),
    index('purchases_order').on(table.orderId),
    index('purchases_user').on(table.userId, table.testId),
    index('purchases_ending').on(table.expiresAt).where(sql`${table.live}`),
  ],
)

/** Money movements of orders in kopiykas, one row for each event of a provider. Append-only: a trigger refuses anything else. */
export const ledger = pgTable(
  'ledger',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
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
    index('ledger_order').on(table.orderId),
    index('ledger_recorded').on(table.recordedAt, table.id),
  ],
)

/** The progress of each `refund_due` of the ledger, under its id. These rows change; the ledger keeps what happened. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => ledger.id),
    /** How often the provider was asked to return the money, or for the status of the refund. */
    tries: integer('tries').notNull().default(0),
    /** How often the provider declined. Each further request has a new key. */
    refusals: integer('refusals').notNull().default(0),
    /** When the return was last requested, written before the call; null when the provider declined it. */
    orderedAt: moment('ordered_at'),
    /** When the provider accepted the request. */
    sentAt: moment('sent_at'),
    /** When the provider confirmed the return. */
    returnedAt: moment('returned_at'),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    lastError: text('last_error'),
  },
  (table) => [index('refunds_owed').on(table.nextTryAt).where(sql`${table.returnedAt} is null`)],
)

/**
 * Each row is one exam beyond a purchase's frozen terms: granted by an operator, or the free repeat (one a purchase) of an
 * attempt whose score was withheld. Append-only; it goes with its purchase.
 */
export const examGrants = pgTable(
  'exam_grants',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    grantedAt: moment('granted_at').notNull().defaultNow(),
    /** The attempt of a free repeat. Both go with their purchase. */
    attemptId: uuid('attempt_id'),
  },
  (table) => [
    index('exam_grants_purchase').on(table.purchaseId),
    uniqueIndex('exam_grants_free_repeat').on(table.purchaseId).where(sql`${table.attemptId} is not null`),
  ],
)
