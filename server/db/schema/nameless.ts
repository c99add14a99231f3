import { sql } from 'drizzle-orm'
import { date, index, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'
import { jsonb } from './json-value.ts'

/**
 * An exam of an erased person, kept for the calibration of items; nothing leads to the person. `items`: the origin of each item
 * in the paper's order (family, difficulty, radicals, generator version), and the value of its answer. `blueprint`: its digest.
 */
export const namelessExams = pgTable(
  'nameless_exams',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    test: text('test').notNull(),
    /** The first day of the month in which it was taken. */
    month: date('month').notNull(),
    /** How many exams of this test the person had been graded before. */
    earlier: smallint('earlier').notNull(),
    extraTimeFactor: real('extra_time_factor').notNull(),
    blueprint: text('blueprint').notNull(),
    items: jsonb('items').notNull(),
    /** As in `submissions`; null if the device sent none. */
    timing: bytea('timing'),
  },
  (table) => [index('nameless_exams_old').on(table.month)],
)
