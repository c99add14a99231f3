import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { attempts } from './attempts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** One row: the last closing, in the order of arrival, that the watch has compared. Earlier ones may be older than the watch. */
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

/** Attempts whose grade differs from the acknowledged answers. None is expected, ever. An operator closes one with an outcome. */
export const answerDifferences = pgTable(
  'answer_differences',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** The copies that differ (`DifferenceKind` of `compare-graded.ts`). */
    kinds: text('kinds').array().notNull(),
    /** The questions whose answers differ; empty if only a sum shows the difference. */
    questionIds: text('question_ids').array().notNull(),
    foundAt: moment('found_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    outcome: text('outcome'),
  },
  (table) => [index('answer_differences_open').on(table.foundAt).where(sql`${table.closedAt} is null`)],
)
