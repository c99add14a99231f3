import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { tokenRevoked } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'

/** Locks the account. Every transaction that changes its sessions and their data does this first. */
export async function lockSessionsOf(tx: Queries, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/**
 * Locks the account and this session; throws 401 `token_revoked` if it has ended. A reset or sign-out everywhere may have ended
 * it while a password was being hashed, and a person who was thrown out must not change the account.
 */
export async function requireLiveSession(tx: Queries, { id, familyId }: SignedInUser): Promise<void> {
  await lockSessionsOf(tx, id)
  const isLive = and(eq(refreshFamilies.id, familyId), isNull(refreshFamilies.revokedAt))
  const [session] = await tx.select({ id: refreshFamilies.id }).from(refreshFamilies).where(isLive).for('share')
  if (session === undefined) throw tokenRevoked()
}
