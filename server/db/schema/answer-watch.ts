import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { attempts } from './attempts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * How far the watch over the promise has come: the one row says which closing it has looked at last, in the order in which they
 * were taken. Earlier ones were closed before there was a watch, or have been looked at.
 */
export const answerWatch = pgTable(
  'answer_watch',
  {
    id: integer('id').primaryKey().default(1),
    throughAt: moment('through_at').notNull(),
    throughAttempt: uuid('through_attempt').notNull(),
    checked: bigint('checked', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('answer_watch_one_row', sql`${table.id} = 1`)],
)

/**
 * Attempts of which something else was graded than what was acknowledged. None is expected, ever. Found once an attempt; an
 * operator closes it with what became of it.
 */
export const answerDifferences = pgTable(
  'answer_differences',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** Which of its copies differ: `server/features/exams/result/compare-graded.ts` names them. */
    kinds: text('kinds').array().notNull(),
    /** The questions whose answers differ; empty where only a sum tells that something does. */
    questionIds: text('question_ids').array().notNull(),
    foundAt: moment('found_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    outcome: text('outcome'),
  },
  (table) => [index('answer_differences_open').on(table.foundAt).where(sql`${table.closedAt} is null`)],
)
