import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { jsonb } from './json-value.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Acts of operators. Append-only (a trigger refuses changes and truncation). Rows outlive an erasure: their ids are no
 * references, and the operator's is the only name. `reason` is null for extra time only.
 */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    doneAt: moment('done_at').notNull().defaultNow(),
    author: text('author').notNull(),
    command: text('command').notNull(),
    reason: text('reason'),
    userId: uuid('user_id'),
    orderId: uuid('order_id'),
    purchaseId: uuid('purchase_id'),
    attemptId: uuid('attempt_id'),
    before: jsonb('before').notNull(),
    after: jsonb('after').notNull(),
  },
  (table) => [
    index('operator_actions_done').on(table.doneAt),
    index('operator_actions_user').on(table.userId, table.doneAt),
    index('operator_actions_order').on(table.orderId, table.doneAt),
    index('operator_actions_purchase').on(table.purchaseId, table.doneAt),
    check('operator_actions_author', sql`btrim(${table.author}) <> ''`),
    check(
      'operator_actions_reason',
      sql`${table.command} = 'extra-time' or coalesce(btrim(${table.reason}) <> '', false)`,
    ),
  ],
)
