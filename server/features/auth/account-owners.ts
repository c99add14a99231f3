import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { users } from '../../db/schema/accounts.ts'

const { id, firstName, lastName, closedAt, isActive } = users

/**
 * The people of accounts, for statements of features above to join: how each calls themself, and whether they are away, for they have
 * closed it or are blocked.
 */
export const accountOwners = new QueryBuilder()
  .select({ id, firstName, lastName, isAway: sql<boolean>`${closedAt} is not null or not ${isActive}`.as('is_away') })
  .from(users)
  .as('account_owners')
