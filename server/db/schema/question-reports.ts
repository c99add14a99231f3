import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { attempts } from './attempts.ts'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Reports of faulty questions, one row a question of an attempt. `item` is the question with its key at that moment: a training's
 * paper is not kept long. The seed is the attempt's. `family` and `radicals` are for counting. An operator closes a report.
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
    /** Null for papers that are older than this column. */
    radicals: jsonb('radicals'),
    item: jsonb('item').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    /** The reply to its author. */
    outcome: text('outcome'),
  },
  (table) => [
    uniqueIndex('question_reports_once').on(table.attemptId, table.questionId),
    index('question_reports_user').on(table.userId, table.createdAt),
    index('question_reports_old').on(table.createdAt),
    index('question_reports_open').on(table.createdAt).where(sql`${table.closedAt} is null`),
  ],
)
