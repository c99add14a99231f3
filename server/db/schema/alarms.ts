import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The last air-raid alarm of each region (decision 0134): 27 rows at most. `known-alarms.ts` says which of them still counts. */
export const alarms = pgTable('alarms', {
  /** A code of `contract/regions.ts`. */
  region: text('region').primaryKey(),
  /** When this house saw it first. */
  since: moment('since').notNull(),
  /** The last reply that had it. */
  seenAt: moment('seen_at').notNull(),
  /** The first reply after that which had it no more. */
  quietAt: moment('quiet_at'),
  /** When it is over, once another reply has said so. */
  endedAt: moment('ended_at'),
})

/** When a provider of alarms may be asked again, whichever process asks: one row. */
export const alarmTurns = pgTable(
  'alarm_turns',
  {
    id: integer('id').primaryKey().default(1),
    nextAt: moment('next_at').notNull().defaultNow(),
  },
  (table) => [check('alarm_turns_one_row', sql`${table.id} = 1`)],
)
