import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { tokenRevoked } from '../../failure.ts'

/**
 * Keeps an account from being erased until the transaction ends; others may hold this lock, too. A transaction that also locks a
 * purchase or an attempt calls this first: the one order is account, purchase, attempt, for an erasure as well. Throws 401
 * `token_revoked` if the account was erased after its owner was let in.
 */
export function lockAccountShared(tx: Queries, userId: string): Promise<void> {
  return lock(tx, userId, 'key share')
}

/**
 * Like `lockAccountShared`, but for one transaction at a time: for actions that a person may do only so often, and for papers of
 * one person, each of which must know the others (decision 0046). No slow work runs under this lock: no paper is drawn.
 */
export function lockAccountAlone(tx: Queries, userId: string): Promise<void> {
  return lock(tx, userId, 'no key update')
}

/** Like `lockAccountShared`, for an account that may have been erased: returns whether it was. */
export async function lockAccountAsItIs(tx: Queries, userId: string): Promise<{ isErased: boolean }> {
  const [account] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share')
  return { isErased: account === undefined || account.erasedAt !== null }
}

async function lock(tx: Queries, userId: string, strength: 'key share' | 'no key update'): Promise<void> {
  const isThere = and(eq(users.id, userId), isNull(users.erasedAt))
  const [account] = await tx.select({ id: users.id }).from(users).where(isThere).for(strength)
  if (account === undefined) throw tokenRevoked()
}
