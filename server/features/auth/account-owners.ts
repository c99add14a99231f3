import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { users } from '../../db/schema/accounts.ts'

const { id, firstName, lastName, closedAt, isActive } = users

/** A subquery for statements of features above: an account's owner, by names, and away if it is closed or blocked. */
export const accountOwners = new QueryBuilder()
  .select({ id, firstName, lastName, isAway: sql<boolean>`${closedAt} is not null or not ${isActive}`.as('is_away') })
  .from(users)
  .as('account_owners')
