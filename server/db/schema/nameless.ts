import { sql } from 'drizzle-orm'
import { date, index, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'
import { jsonb } from './json-value.ts'

/**
 * What is left of an exam whose person has left, for the calibration of items: nothing leads to who it was. `items`, in the
 * order of the paper: what made each (family, difficulty, radicals, version of the generator), and what its answer was worth.
 * `blueprint`: the digest of what the paper was assembled by.
 */
export const namelessExams = pgTable(
  'nameless_exams',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    test: text('test').notNull(),
    /** The first day of the month in which it was taken. */
    month: date('month').notNull(),
    /** How many exams of this test the same person had been graded before. */
    earlier: smallint('earlier').notNull(),
    extraTimeFactor: real('extra_time_factor').notNull(),
    blueprint: text('blueprint').notNull(),
    items: jsonb('items').notNull(),
    /** As `submissions` has it; null where the device had said nothing. */
    timing: bytea('timing'),
  },
  (table) => [index('nameless_exams_old').on(table.month)],
)
