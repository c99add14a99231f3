import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { refreshTokenForm, type SessionReply, type SignedInDevice } from '#contract/session.ts'
import { digest, keyedDigest, type Secrets, sameSecret } from '../../config/secrets.ts'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound, tokenExpired, tokenRevoked, tokenSuperseded } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { deviceName } from '../../http/user-agent.ts'
import { mintAccessToken } from './access-token.ts'
import { type AnsweredRenewal, answeredAgain, isLateRenewal, withRenewal } from './late-renewal.ts'
import { spendSignInCodes } from './one-time-tokens.ts'
import { type Account, isOpen } from './open-account.ts'

type Family = typeof refreshFamilies.$inferSelect

/** Sessions that end in the caller's transaction: one, or all of a person's except `except`. */
export type EndedSessions = { familyId: string } | EndedSessionsOfPerson

interface EndedSessionsOfPerson {
  userId: string
  except?: string | undefined
  /** Keeps the tickets of running exams: a device still delivers its answers by them after its owner was signed out. */
  keepsTickets?: boolean
}

declare module '../../services.ts' {
  interface Services {
    /** Hooks: each deletes what a feature above auth keeps for the sessions, in the transaction that ends them. */
    afterSignOut: ((queries: Queries, ended: EndedSessions) => Promise<void>)[]
  }
}

export type EndingServices = Pick<Services, 'afterSignOut'>

/** A family ends when it has not been used for this long. */
const idleInterval = (rememberMe: boolean) => (rememberMe ? sql`interval '60 days'` : sql`interval '24 hours'`)

/** Signs a browser in with a new refresh-token family and R(1). Its owner sees it by the name that its User-Agent gives. */
export async function openSession(
  queries: Queries,
  secrets: Secrets,
  account: Account,
  { rememberMe, userAgent }: { rememberMe: boolean; userAgent: string | undefined },
): Promise<SessionReply> {
  await makeRoom(queries, account.id)
  const id = crypto.randomUUID()
  const token = refreshToken(secrets.refreshTokenKey, id, 1)
  const [family] = await queries
    .insert(refreshFamilies)
    .values({
      id,
      userId: account.id,
      tokenHash: digest(token),
      rememberMe,
      device: deviceName(userAgent),
      expiresAt: sql`now() + ${idleInterval(rememberMe)}`,
    })
    .returning()
  return sessionReply(secrets, account, family!)
}

/** Most families of an account, ended ones included. No honest person has as many. */
const mostFamilies = 100
/** Most families that one sign-in drops. An account of an earlier release, which had no bound, may have more. */
const mostLetGo = 500

/** Drops the surplus: ended families first, then those unused for longest. Their tokens get 401 `token_revoked`. */
async function makeRoom(queries: Queries, userId: string): Promise<void> {
  const { id, usedAt, revokedAt } = refreshFamilies
  const isLive = sql`(${and(isNull(revokedAt), isAlive)})`
  const beyond = queries
    .select({ id })
    .from(refreshFamilies)
    .where(eq(refreshFamilies.userId, userId))
    .orderBy(desc(isLive), desc(usedAt), desc(id))
    .offset(mostFamilies - 1)
    .limit(mostLetGo)
  await queries.delete(refreshFamilies).where(sql`${id} = any(array(${beyond}))`)
}

/** Names the session that pays for a renewal. Throws 401 `token_revoked` for a token that this server never made. */
export function requireOurs({ refreshTokenKey }: Secrets, token: string): string {
  const presented = readRefreshToken(refreshTokenKey, token)
  if (presented === null) throw tokenRevoked()
  return `session ${presented.familyId}`
}

/**
 * Rotates a refresh token by compare-and-swap. R(n) gives R(n+1). R(n-1) gives the same R(n) again, because a reply may be lost,
 * until R(n) or an access token minted with it is first used. After that, a late request gets 401 `token_superseded` and changes
 * nothing (late-renewal.ts). Any other old token was stolen or copied: it ends the family. Also throws 401 `token_expired` or
 * `token_revoked`. `userAgent` names the browser if a family of an earlier release has no name.
 */
export async function refreshSession(
  { db, secrets, log, afterSignOut }: Services,
  { refresh: token, renewal_id: renewalId }: { refresh: string; renewal_id?: string | undefined },
  userAgent: string | undefined,
): Promise<SessionReply> {
  const presented = readRefreshToken(secrets.refreshTokenKey, token)
  if (presented === null) throw tokenRevoked()

  let owner: string | undefined
  const outcome = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        family: refreshFamilies,
        account: users,
        over: sql<boolean>`${refreshFamilies.expiresAt} < now()`,
        madeAt: seconds(sql`${refreshFamilies.usedAt}`),
        // Not `now()`: the transaction may have waited for the row since it began.
        now: seconds(sql`clock_timestamp()`),
      })
      .from(refreshFamilies)
      .innerJoin(users, eq(users.id, refreshFamilies.userId))
      .where(eq(refreshFamilies.id, presented.familyId))
      .for('update', { of: refreshFamilies })
    owner = row?.account.id
    if (row === undefined || row.family.revokedAt !== null || !isOpen(row.account)) return 'revoked'
    if (row.over) return 'expired'

    const { family, account, madeAt, now } = row
    const recent = family.recentRenewals as AnsweredRenewal[]
    const { generation } = presented
    if (generation === family.generation) {
      const renewals = withRenewal(recent, generation, renewalId, now)
      return sessionReply(
        secrets,
        account,
        await advance(tx, secrets, { ...family, device: family.device || deviceName(userAgent) }, renewals),
      )
    }
    if (generation === family.generation - 1 && !family.successorUsed) {
      await tx
        .update(refreshFamilies)
        .set({ recentRenewals: answeredAgain(recent, now) })
        .where(eq(refreshFamilies.id, family.id))
      return sessionReply(secrets, account, family)
    }
    if (isLateRenewal(recent, { generation, renewalId, newest: family.generation, madeAt, now })) {
      log.info({ familyId: family.id }, 'a renewal came after its successor was used')
      return 'superseded'
    }
    await revokeFamily({ afterSignOut }, tx, family.id, 'reuse')
    log.warn({ familyId: family.id, userId: account.id }, 'an old refresh token came back: family ended')
    return 'revoked'
  })

  if (outcome === 'revoked') throw tokenRevoked().about(owner)
  if (outcome === 'expired') throw tokenExpired().about(owner)
  if (outcome === 'superseded') throw tokenSuperseded().about(owner)
  return outcome
}

/** A moment of the database as seconds since 1970. */
const seconds = (moment: SQL) => sql<number>`extract(epoch from ${moment})::float8`

async function advance(
  tx: Queries,
  secrets: Secrets,
  family: Family,
  recentRenewals: readonly AnsweredRenewal[],
): Promise<Family> {
  const generation = family.generation + 1
  const [next] = await tx
    .update(refreshFamilies)
    .set({
      generation,
      successorUsed: false,
      device: family.device,
      recentRenewals,
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

/** Ends one session, with the `afterSignOut` hooks or not at all. Returns the owner's id, or null if it had ended before. */
export function revokeFamily(
  { afterSignOut }: EndingServices,
  queries: Queries,
  familyId: string,
  because: string,
): Promise<string | null> {
  return queries.transaction(async (tx) => {
    const [ended] = await tx
      .update(refreshFamilies)
      .set({ revokedAt: sql`now()`, revokedBecause: because })
      .where(and(eq(refreshFamilies.id, familyId), isNull(refreshFamilies.revokedAt)))
      .returning({ userId: refreshFamilies.userId })
    for (const follow of afterSignOut) await follow(tx, { familyId })
    return ended?.userId ?? null
  })
}

/** Ends the session of a refresh token of any generation; a foreign token ends nothing. Returns as `revokeFamily` does. */
export async function revokeByToken(services: Services, token: string): Promise<string | null> {
  const presented = readRefreshToken(services.secrets.refreshTokenKey, token)
  return presented === null ? null : revokeFamily(services, services.db, presented.familyId, 'log-out')
}

/** Most sessions that are listed: nobody tells more of them apart. */
const mostListed = 50

/** The live sessions of an account, the last used first, `mostListed` at most. */
export async function listSessions(
  { db }: Pick<Services, 'db'>,
  { id: userId, familyId }: { id: string; familyId: string },
): Promise<SignedInDevice[]> {
  const { id, device, createdAt, usedAt } = refreshFamilies
  const rows = await db
    .select({ id, device, createdAt, usedAt })
    .from(refreshFamilies)
    .where(and(eq(refreshFamilies.userId, userId), isNull(refreshFamilies.revokedAt), isAlive))
    .orderBy(desc(usedAt), desc(id))
    .limit(mostListed)
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt.toISOString(),
    is_current: row.id === familyId,
  }))
}

const isAlive = gt(refreshFamilies.expiresAt, sql`now()`)

/** Ends one session of a person, also an ended one. Throws 404 `not_found` for an unknown session or another person's. */
export async function endSession(
  services: EndingServices & Pick<Services, 'db'>,
  userId: string,
  familyId: string,
): Promise<void> {
  const { db } = services
  if (!isUuid(familyId)) throw notFound()
  const own = and(eq(refreshFamilies.id, familyId), eq(refreshFamilies.userId, userId))
  const [found] = await db.select({ id: refreshFamilies.id }).from(refreshFamilies).where(own)
  if (found === undefined) throw notFound()
  await revokeFamily(services, db, familyId, 'ended from another browser')
}

/** Ends every session of a person. A concurrent sign-in is ended too, or finds its code spent. */
export async function signOutEverywhere(services: Services, userId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await revokeFamilies(services, tx, { userId }, 'sign-out everywhere')
  })
}

/** Ends a person's sessions and sign-in links: an intruder may have asked for a link. The caller has locked the account. */
export async function revokeFamilies(
  { afterSignOut }: EndingServices,
  tx: Queries,
  ended: EndedSessionsOfPerson,
  because: string,
): Promise<void> {
  const { userId, except } = ended
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
  for (const follow of afterSignOut) await follow(tx, ended)
  await spendSignInCodes(tx, userId)
}

/** R(n) of a family. It is derived by HMAC, so only its hash is stored, and a lost reply can be answered again. */
function refreshToken(key: Buffer, familyId: string, generation: number): string {
  return `${familyId}.${generation}.${keyedDigest(key, familyId, String(generation))}`
}

/** The family and generation of a token, or null if it was not made here. */
function readRefreshToken(key: Buffer, token: string): { familyId: string; generation: number } | null {
  const match = refreshTokenForm.exec(token)
  if (match === null) return null
  const [, familyId, digits] = match as unknown as [string, string, string]
  const generation = Number(digits)
  return sameSecret(token, refreshToken(key, familyId, generation)) ? { familyId, generation } : null
}
