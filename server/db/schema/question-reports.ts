import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { attempts } from './attempts.ts'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * What people say is wrong with a question that they were asked: one row a question of an attempt. `item` is the question
 * with its key as the paper had it at that moment, for a training's paper is not kept for long; the seed is the attempt's.
 * `family` and `radicals` are the item's own, to be counted by. Closed by an operator, with what became of it.
 */
export const questionReports = pgTable(
  'question_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    /** The question's place in the paper, from 1. */
    number: integer('number').notNull(),
    words: text('words').notNull(),
    family: text('family').notNull(),
    /** Null of papers that were made before they were kept. */
    radicals: jsonb('radicals'),
    item: jsonb('item').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    /** What its author was told. */
    outcome: text('outcome'),
  },
  (table) => [
    uniqueIndex('question_reports_once').on(table.attemptId, table.questionId),
    index('question_reports_user').on(table.userId, table.createdAt),
    index('question_reports_old').on(table.createdAt),
    index('question_reports_open').on(table.createdAt).where(sql`${table.closedAt} is null`),
  ],
)
