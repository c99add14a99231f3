import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { tokenRevoked } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'

/** Holds the account as everything does that changes its sessions and what belongs to them: it comes first. */
export async function lockSessionsOf(tx: Queries, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/**
 * A reset, or a sign-out everywhere, may have ended this session while a password was being hashed: anyone who was thrown out
 * must not change the account. It comes first and is locked, as in everything that changes it. Throws 401 `token_revoked`.
 */
export async function requireLiveSession(tx: Queries, { id, familyId }: SignedInUser): Promise<void> {
  await lockSessionsOf(tx, id)
  const isLive = and(eq(refreshFamilies.id, familyId), isNull(refreshFamilies.revokedAt))
  const [session] = await tx.select({ id: refreshFamilies.id }).from(refreshFamilies).where(isLive).for('share')
  if (session === undefined) throw tokenRevoked()
}
