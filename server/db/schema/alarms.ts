import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The last air-raid alarm of each of 27 regions (decision 0134). `known-alarms.ts` says which of them still counts. */
export const alarms = pgTable('alarms', {
  /** A code of `contract/regions.ts`. */
  region: text('region').primaryKey(),
  /** When this server first saw the alarm. */
  since: moment('since').notNull(),
  /** When the provider last replied with this alarm. */
  seenAt: moment('seen_at').notNull(),
  /** When the provider first replied without the alarm after that. */
  quietAt: moment('quiet_at'),
  /** When the alarm ended, once a second reply has confirmed it. */
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
