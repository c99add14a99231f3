import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointAuth } from '#contract/endpoint.ts'
import type { Database } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { refreshFamilies } from '../../db/schema/accounts.ts'
import { Failure, notAuthenticated, tokenRevoked } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { type AccessClaims, readAccessToken } from './access-token.ts'
import { isOpen } from './open-account.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The user whose Bearer a call to a `ticket` endpoint brings, or null for a guest. Only this call looks the session up. */
    findUser(request: FastifyRequest): Promise<SignedInUser | null>
  }
  interface FastifyRequest {
    user: SignedInUser | null
  }
  interface FastifyContextConfig {
    endpointAuth?: EndpointAuth
    /** An expired optional Bearer makes the caller a guest and is no failure. */
    expiredAsGuest?: boolean
  }
}

/**
 * Sets `request.user` before each handler, by the endpoint's kind of authentication. Every call reads the family and the account:
 * a revoked session or a blocked or closed account gets 401 before the token expires. A `ticket` endpoint looks nobody up here,
 * because its ticket proves the caller without a session (`findUser`).
 */
export function installAuthentication(app: FastifyInstance, services: Services): void {
  app.decorateRequest('user', null)
  app.decorate('callerOf', (request) => ({ network: networkOf(request.ip), person: personIn(request) }))
  app.decorate('findUser', async (request) => {
    try {
      // A caller who brings answers without a ticket must not wait longer than one with a ticket.
      request.user = await userOf(request, { isLookup: true })
      return request.user
    } catch (error) {
      // A valid ticket may replace a bad Bearer.
      if (!(error instanceof Failure) || saysNothingOfThem(error)) throw error
      return null
    }
  })
  app.addHook('onRequest', async (request) => {
    const { endpointAuth: kind = 'none', expiredAsGuest = false, isReserved = false } = request.routeOptions.config
    if (kind === 'none' || kind === 'ticket') return
    try {
      request.user = await userOf(request, { isLookup: isReserved })
      if (kind === 'bearer' && request.user === null) throw notAuthenticated()
    } catch (error) {
      // An expired token is reported even where guests are welcome: its owner refreshes it and gets their own data. Where a
      // public text is requested (`expiredAsGuest`), it is no failure.
      const expired = error instanceof Failure && error.code === 'token_expired'
      if (error instanceof Failure && saysNothingOfThem(error)) throw error
      if (kind === 'bearer' || (expired && !expiredAsGuest)) throw error
      if (!(error instanceof Failure)) throw error
    }
  })

  /** With `isLookup`, the session is looked up on the connections that are kept for the reserved lane. */
  async function userOf(request: FastifyRequest, { isLookup }: { isLookup: boolean }): Promise<SignedInUser | null> {
    const token = bearerOf(request)
    if (token === null) return null
    const claims = readAccessToken(services.secrets.accessTokenKey, token)
    app.callBudget.spend(`person ${claims.userId}`)
    if (isLookup) return app.admission.ofPerson(request, claims.userId, () => findSignedIn(services.lookups, claims))
    return app.lanes.ordinary.runFor(app.callerOf(request), () => findSignedIn(services.db, claims))
  }

  function personIn(request: FastifyRequest): string | null {
    const token = bearerOf(request)
    if (request.user !== null || token === null) return request.user?.id ?? null
    try {
      return readAccessToken(services.secrets.accessTokenKey, token).userId
    } catch {
      // Not a token of ours, or an expired one: a stranger.
      return null
    }
  }
}

/** Refusals for load, which do not say who the caller is. */
const saysNothingOfThem = ({ code }: Failure) => code === 'rate_limited' || code === 'overloaded'

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

interface SessionRow {
  id: string
  email: string
  isVerified: boolean
  isActive: boolean
  closedAt: Date | null
  revokedAt: Date | null
  generation: number
  successorUsed: boolean
}

const readSession = prepared<SessionRow>(
  'read_session',
  `select u.id, u.email, u.is_verified as "isVerified", u.is_active as "isActive", u.closed_at as "closedAt",
     f.revoked_at as "revokedAt", f.generation, f.successor_used as "successorUsed"
   from refresh_families f join users u on u.id = f.user_id
   where f.id = $1 and u.id = $2`,
)

async function findSignedIn(db: Database, claims: AccessClaims): Promise<SignedInUser> {
  const [row] = await readSession(db, claims.familyId, claims.userId)
  if (row === undefined || row.revokedAt !== null || !isOpen(row)) throw tokenRevoked().about(claims.userId)
  if (!row.successorUsed && row.generation === claims.generation) {
    // The newest pair has reached its owner: from now on its predecessor is no longer forgiven.
    await db
      .update(refreshFamilies)
      .set({ successorUsed: true })
      .where(and(eq(refreshFamilies.id, claims.familyId), eq(refreshFamilies.generation, claims.generation)))
  }
  return { id: row.id, email: row.email, isVerified: row.isVerified, familyId: claims.familyId }
}
