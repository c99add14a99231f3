import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The last air-raid alarm of each of 27 regions (decision 0134). `known-alarms.ts` says which of them still counts. */
export const alarms = pgTable('alarms', {
  /** A code of `contract/regions.ts`. */
  region: text('region').primaryKey(),
  /** When we saw it first. */
  since: moment('since').notNull(),
  /** The last reply of the provider with this alarm. */
  seenAt: moment('seen_at').notNull(),
  /** The first reply after that without it. */
  quietAt: moment('quiet_at'),
  /** Its end, once another reply has confirmed it. */
  endedAt: moment('ended_at'),
})

/** When the provider may be asked again, by any process: one row. */
export const alarmTurns = pgTable(
  'alarm_turns',
  {
    id: integer('id').primaryKey().default(1),
    nextAt: moment('next_at').notNull().defaultNow(),
  },
  (table) => [check('alarm_turns_one_row', sql`${table.id} = 1`)],
)
