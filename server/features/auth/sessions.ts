import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { SessionReply } from '#contract/session.ts'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { tokenExpired, tokenRevoked } from '../../failure.ts'
import { digest, type Secrets } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { mintAccessToken } from './access-token.ts'
import { spendSignInCodes } from './one-time-tokens.ts'
import { type Account, isOpen } from './open-account.ts'
import { readRefreshToken, refreshToken } from './refresh-token.ts'

type Family = typeof refreshFamilies.$inferSelect

/** How long a family may rest before it ends: 60 days when it is to be remembered, else a day. */
const idleInterval = (rememberMe: boolean) => (rememberMe ? sql`interval '60 days'` : sql`interval '24 hours'`)

/** Signs a browser in: a new family with R(1). */
export async function openSession(
  queries: Queries,
  secrets: Secrets,
  account: Account,
  rememberMe: boolean,
): Promise<SessionReply> {
  const id = crypto.randomUUID()
  const token = refreshToken(secrets.refreshTokenKey, id, 1)
  const [family] = await queries
    .insert(refreshFamilies)
    .values({
      id,
      userId: account.id,
      tokenHash: digest(token),
      rememberMe,
      expiresAt: sql`now() + ${idleInterval(rememberMe)}`,
    })
    .returning()
  return sessionReply(secrets, account, family!)
}

/**
 * Rotates by compare-and-swap. R(n) gives R(n+1); R(n-1) gives the same R(n) again until R(n), or an access token
 * minted with it, is first used: a reply may be lost, and a browser re-sends. Anything older has been stolen or copied
 * and ends the family. Throws 401 `token_expired` or `token_revoked`.
 */
export async function refreshSession({ db, secrets, log }: Services, token: string): Promise<SessionReply> {
  const presented = readRefreshToken(secrets.refreshTokenKey, token)
  if (presented === null) throw tokenRevoked()

  let owner: string | undefined
  const outcome = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ family: refreshFamilies, account: users, over: sql<boolean>`${refreshFamilies.expiresAt} < now()` })
      .from(refreshFamilies)
      .innerJoin(users, eq(users.id, refreshFamilies.userId))
      .where(eq(refreshFamilies.id, presented.familyId))
      .for('update', { of: refreshFamilies })
    owner = row?.account.id
    if (row === undefined || row.family.revokedAt !== null || !isOpen(row.account)) return 'revoked'
    if (row.over) return 'expired'

    const { family, account } = row
    if (presented.generation === family.generation) {
      return sessionReply(secrets, account, await advance(tx, secrets, family))
    }
    if (presented.generation === family.generation - 1 && !family.successorUsed) {
      return sessionReply(secrets, account, family)
    }
    await revokeFamily(tx, family.id, 'reuse')
    log.warn({ familyId: family.id, userId: account.id }, 'an old refresh token came back: family ended')
    return 'revoked'
  })

  if (outcome === 'revoked') throw tokenRevoked().about(owner)
  if (outcome === 'expired') throw tokenExpired().about(owner)
  return outcome
}

async function advance(tx: Queries, secrets: Secrets, family: Family): Promise<Family> {
  const generation = family.generation + 1
  const [next] = await tx
    .update(refreshFamilies)
    .set({
      generation,
      successorUsed: false,
      tokenHash: digest(refreshToken(secrets.refreshTokenKey, family.id, generation)),
      usedAt: sql`now()`,
      expiresAt: sql`now() + ${idleInterval(family.rememberMe)}`,
    })
    .where(and(eq(refreshFamilies.id, family.id), eq(refreshFamilies.generation, family.generation)))
    .returning()
  return next!
}

async function sessionReply(secrets: Secrets, account: Account, family: Family): Promise<SessionReply> {
  return {
    access: await mintAccessToken(secrets.accessTokenKey, {
      userId: account.id,
      familyId: family.id,
      generation: family.generation,
    }),
    refresh: refreshToken(secrets.refreshTokenKey, family.id, family.generation),
    user_id: account.id,
    is_active: account.isActive,
    is_verified: account.isVerified,
  }
}

/** Ends one signed-in browser. */
export async function revokeFamily(queries: Queries, familyId: string, because: string): Promise<void> {
  await queries
    .update(refreshFamilies)
    .set({ revokedAt: sql`now()`, revokedBecause: because })
    .where(and(eq(refreshFamilies.id, familyId), isNull(refreshFamilies.revokedAt)))
}

/** Ends the browser that this refresh token was given to, of whatever generation; one that we never made ends nothing. */
export async function revokeByToken({ db, secrets }: Services, token: string): Promise<void> {
  const presented = readRefreshToken(secrets.refreshTokenKey, token)
  if (presented !== null) await revokeFamily(db, presented.familyId, 'log-out')
}

/** Ends every signed-in browser of a person. Whoever is being signed in meanwhile was in before, or finds the code spent. */
export async function signOutEverywhere({ db }: Services, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await revokeFamilies(tx, userId, 'sign-out everywhere')
  })
}

/**
 * Ends every signed-in browser of a person, but for `except`, and every sign-in link that is on its way: who asked for it
 * may be who is thrown out. The caller holds the account.
 */
export async function revokeFamilies(tx: Queries, userId: string, because: string, except?: string): Promise<void> {
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: sql`now()`, revokedBecause: because })
    .where(
      and(
        eq(refreshFamilies.userId, userId),
        isNull(refreshFamilies.revokedAt),
        except === undefined ? undefined : ne(refreshFamilies.id, except),
      ),
    )
  await spendSignInCodes(tx, userId)
}
