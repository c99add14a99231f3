import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { tokenRevoked } from '../../failure.ts'

/**
 * Keeps an account from being erased until the transaction ends; others may lock it like this, too. Anyone who also locks a purchase
 * or an attempt takes this first: account, purchase, attempt is the one order, and an erasure keeps to it. Throws 401
 * `token_revoked` for an account that was erased since its owner was let in.
 */
export function lockAccountShared(tx: Queries, userId: string): Promise<void> {
  return lock(tx, userId, 'key share')
}

/**
 * The same, and anybody else who calls this for the account waits: for what a person may do only so often, and for papers of one
 * person, each of which is to know of the others (decision 0046). Nobody is waited for meanwhile: no paper is drawn under it.
 */
export function lockAccountAlone(tx: Queries, userId: string): Promise<void> {
  return lock(tx, userId, 'no key update')
}

/** As `lockAccountShared`, of an account that may have been erased, and says whether it has. */
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
