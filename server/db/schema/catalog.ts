import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A test on sale. `price` is in kopiykas; `info_html` was sanitised when it was stored. */
export const tests = pgTable(
  'tests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    slug: text('slug').notNull(),
    type: text('type').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    infoHtml: text('info_html').notNull(),
    questionCount: integer('question_count').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    price: integer('price').notNull(),
    currency: text('currency').notNull().default('UAH'),
    examAttempts: integer('exam_attempts').notNull(),
    validityDays: integer('validity_days').notNull(),
    blueprint: jsonb('blueprint').notNull(),
    /** The searched text, from `foldForSearch`. */
    searchText: text('search_text').notNull(),
    position: integer('position').notNull().default(0),
    isPublished: boolean('is_published').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('tests_slug').on(table.slug)],
)

/** Several tests for one price, in kopiykas. The order computes the share of each. */
export const bundles = pgTable(
  'bundles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    price: integer('price').notNull(),
    currency: text('currency').notNull().default('UAH'),
    position: integer('position').notNull().default(0),
    isPublished: boolean('is_published').notNull().default(true),
  },
  (table) => [uniqueIndex('bundles_slug').on(table.slug)],
)

export const bundleTests = pgTable(
  'bundle_tests',
  {
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    testId: uuid('test_id')
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bundleId, table.testId] })],
)

/** Prices from a moment on, in kopiykas: of a test or of a bundle. `ended_at`: it was applied, or taken back before. */
export const plannedPrices = pgTable(
  'planned_prices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    testId: uuid('test_id').references(() => tests.id, { onDelete: 'cascade' }),
    bundleId: uuid('bundle_id').references(() => bundles.id, { onDelete: 'cascade' }),
    price: integer('price').notNull(),
    beginsAt: moment('begins_at').notNull(),
    endedAt: moment('ended_at'),
    isApplied: boolean('is_applied').notNull().default(false),
  },
  (table) => [
    index('planned_prices_coming').on(table.beginsAt).where(sql`${table.endedAt} is null`),
    check('planned_prices_of_one', sql`(${table.testId} is null) <> (${table.bundleId} is null)`),
  ],
)

/**
 * Texts that an operator wrote: published at `begins_at`, unless taken back before. A release writes no text of a thing that has a
 * published one here.
 */
export const writtenTexts = pgTable(
  'written_texts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** test, faq or legal. */
    kind: text('kind').notNull(),
    /** A test's slug, an entry's id, or the kind of a legal text. */
    ref: text('ref').notNull(),
    content: jsonb('content').notNull(),
    beginsAt: moment('begins_at').notNull(),
    publishedAt: moment('published_at'),
    cancelledAt: moment('cancelled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('written_texts_of').on(table.kind, table.ref, table.publishedAt),
    index('written_texts_newest').on(table.createdAt),
    index('written_texts_coming')
      .on(table.beginsAt)
      .where(sql`${table.publishedAt} is null and ${table.cancelledAt} is null`),
  ],
)

/** Legal texts by version; the newest of a kind is shown. `content_html` was sanitised when it was stored. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    version: text('version').notNull(),
    title: text('title').notNull(),
    contentHtml: text('content_html').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('legal_texts_version').on(table.kind, table.version)],
)

export const faqEntries = pgTable('faq_entries', {
  id: text('id').primaryKey(),
  topic: text('topic').notNull(),
  question: text('question').notNull(),
  answer: text('answer').notNull(),
  position: integer('position').notNull(),
})

/** Small settings by name: the footer's contacts, and the generator version of the examples. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})

/** The public pool of example items with their keys; disjoint from every paid partition. */
export const examples = pgTable('examples', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  item: jsonb('item').notNull(),
  position: integer('position').notNull(),
})

/** Messages to us. `ended_at`: an operator answered it by a letter (`answer`), or closed it without one. */
export const feedbackMessages = pgTable(
  'feedback_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id'),
    email: text('email').notNull(),
    message: text('message').notNull(),
    typeOfAppeal: text('type_of_appeal'),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    answer: text('answer'),
  },
  (table) => [
    index('feedback_messages_old').on(table.createdAt),
    index('feedback_messages_open').on(table.createdAt, table.id).where(sql`${table.endedAt} is null`),
    index('feedback_messages_ended').on(table.createdAt, table.id).where(sql`${table.endedAt} is not null`),
    index('feedback_messages_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('feedback_messages_email').on(sql`lower(${table.email})`),
  ],
)
