import { errors, jwtVerify, SignJWT } from 'jose'
import { notAuthenticated, tokenExpired } from '../../failure.ts'

/** What an access token says: whose it is, and which refresh token (family and generation) it was minted with. */
export interface AccessClaims {
  userId: string
  familyId: string
  generation: number
}

/** Seconds that an access token lives. */
export const accessTokenSeconds = 600
const issuer = 'testuvannia-iq'
const audience = 'api'

export function mintAccessToken(key: Buffer, claims: AccessClaims): Promise<string> {
  return new SignJWT({ fam: claims.familyId, gen: claims.generation })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(key)
}

/** Throws 401 `token_expired`, or 401 `not_authenticated` for anything that is not a token of ours. */
export async function readAccessToken(key: Buffer, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: ['HS256'], typ: 'at+jwt' })
    return { userId: String(payload.sub), familyId: String(payload.fam), generation: Number(payload.gen) }
  } catch (error) {
    // Its signature has been looked at before its time.
    throw error instanceof errors.JWTExpired ? tokenExpired().about(error.payload.sub) : notAuthenticated()
  }
}
