import { QueryBuilder } from 'drizzle-orm/pg-core'
import { purchases } from '../../db/schema/purchases.ts'

const { id, userId, testId, status } = purchases
const states = new QueryBuilder().select({ id, userId, testId, status }).from(purchases)

/** Purchases for joins of features above: owner, test and status. */
export const purchaseStates = states.as('purchase_states')
/** The same as SQL, in brackets. */
export const purchaseStatesSql = `(${states.toSQL().sql})`
