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
    /** Whom the Bearer of a call to a `ticket` endpoint shows: looked up only when this is asked; null for a guest. */
    findUser(request: FastifyRequest): Promise<SignedInUser | null>
  }
  interface FastifyRequest {
    user: SignedInUser | null
  }
  interface FastifyContextConfig {
    endpointAuth?: EndpointAuth
    /** Of an optional Bearer: one that has expired makes a guest, and no failure. */
    expiredAsGuest?: boolean
  }
}

/**
 * Puts `request.user` before each handler, by the endpoint's kind of authentication. Sessions die at once: the family
 * and the account are looked at on every call, so a revoked, inactive or closed one is a 401 before its token expires.
 * Of a `ticket` endpoint nobody is looked up here: what its ticket proves needs no session (`findUser`).
 */
export function installAuthentication(app: FastifyInstance, services: Services): void {
  app.decorateRequest('user', null)
  app.decorate('callerOf', (request) => ({ network: networkOf(request.ip), person: personIn(request) }))
  app.decorate('findUser', async (request) => {
    try {
      // Who brings no ticket with answers must not wait for them longer than who does.
      request.user = await userOf(request, { isLookup: true })
      return request.user
    } catch (error) {
      // A ticket may replace a Bearer that is no good.
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
      // An expired token is said even where guests are welcome: its owner refreshes and gets what is theirs. Where a
      // public text is asked for, it is no failure.
      const expired = error instanceof Failure && error.code === 'token_expired'
      if (error instanceof Failure && saysNothingOfThem(error)) throw error
      if (kind === 'bearer' || (expired && !expiredAsGuest)) throw error
      if (!(error instanceof Failure)) throw error
    }
  })

  /** `isLookup`: of a caller of the reserved lane, on the connections that are there for it. */
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
      // No session of ours, or one that has ended: a stranger.
      return null
    }
  }
}

/** A refusal for load: who they are is not known by it. */
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
    // The newest pair has reached its owner: from here on its predecessor is no longer forgiven.
    await db
      .update(refreshFamilies)
      .set({ successorUsed: true })
      .where(and(eq(refreshFamilies.id, claims.familyId), eq(refreshFamilies.generation, claims.generation)))
  }
  return { id: row.id, email: row.email, isVerified: row.isVerified, familyId: claims.familyId }
}
