import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointAuth } from '#contract/endpoint.ts'
import { refreshFamilies, users } from '../../db/schema/accounts.ts'
import { Failure, notAuthenticated, tokenRevoked } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { type AccessClaims, readAccessToken } from './access-token.ts'
import { isOpen } from './open-account.ts'

export interface SignedInUser {
  id: string
  email: string
  isVerified: boolean
  familyId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedInUser | null
  }
  interface FastifyContextConfig {
    endpointAuth?: EndpointAuth
    /** Of an optional Bearer: one that has expired makes a guest, and no failure. */
    expiredIsGuest?: boolean
  }
}

/**
 * Puts `request.user` before each handler, by the endpoint's kind of authentication. Sessions die at once: the family
 * and the account are looked at on every call, so a revoked, inactive or closed one is a 401 before its token expires.
 */
export function installAuthentication(app: FastifyInstance, services: Services): void {
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request) => {
    const { endpointAuth: kind = 'none', expiredIsGuest = false } = request.routeOptions.config
    if (kind === 'none') return
    const token = bearerOf(request)
    if (token === null) {
      if (kind === 'bearer') throw notAuthenticated()
      return
    }
    try {
      const claims = await readAccessToken(services.secrets.accessTokenKey, token)
      app.callBudget.spend(`person ${claims.userId}`)
      request.user = await findSignedIn(services, claims)
    } catch (error) {
      // An expired token is said even where guests are welcome: its owner refreshes and gets what is theirs. Where a
      // ticket may stand in for the Bearer, or a public text is asked for, it is no failure.
      const expired = error instanceof Failure && error.code === 'token_expired'
      if (error instanceof Failure && error.code === 'rate_limited') throw error
      if (kind === 'bearer' || (kind === 'optional' && expired && !expiredIsGuest)) throw error
      if (!(error instanceof Failure)) throw error
    }
  })
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

async function findSignedIn({ db }: Services, claims: AccessClaims): Promise<SignedInUser> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      isVerified: users.isVerified,
      isActive: users.isActive,
      closedAt: users.closedAt,
      revokedAt: refreshFamilies.revokedAt,
      generation: refreshFamilies.generation,
      successorUsed: refreshFamilies.successorUsed,
    })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(and(eq(refreshFamilies.id, claims.familyId), eq(users.id, claims.userId)))
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
