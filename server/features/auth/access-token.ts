import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import * as z from 'zod/mini'
import { notAuthenticated, tokenExpired } from '../../failure.ts'
import { sameSecret } from '../../config/secrets.ts'

/** What an access token says: its owner, and the refresh token (family and generation) it was minted with. */
export interface AccessClaims {
  userId: string
  familyId: string
  generation: number
}

export const accessTokenSeconds = 600
const issuer = 'testuvannia-iq'
const audience = 'api'
const header = { alg: 'HS256', typ: 'at+jwt' }
/** All our tokens have the same header, so nothing in it can be chosen by a caller. */
const headerPart = Buffer.from(JSON.stringify(header)).toString('base64url')
const Payload = z.object({
  iss: z.literal(issuer),
  aud: z.literal(audience),
  sub: z.string(),
  exp: z.number(),
  nbf: z.optional(z.number()),
  fam: z.string(),
  gen: z.number(),
})

export function mintAccessToken(key: Buffer, claims: AccessClaims): Promise<string> {
  return new SignJWT({ fam: claims.familyId, gen: claims.generation })
    .setProtectedHeader(header)
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(key)
}

/**
 * Verifies a JWS with HMAC (RFC 7515, RFC 7518 section 3.2), here and synchronously: jose would use another thread, for twenty
 * times the work. Throws 401 `token_expired`, or 401 `not_authenticated` for anything that is not a token of ours.
 */
export function readAccessToken(key: Buffer, token: string): AccessClaims {
  const [head, payload = '', signature = '', ...rest] = token.split('.')
  if (head !== headerPart || rest.length > 0) throw notAuthenticated()
  const expected = createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url')
  if (!sameSecret(signature, expected)) throw notAuthenticated()
  const read = Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!read.success) throw notAuthenticated()
  const { sub: userId, fam: familyId, gen: generation, exp, nbf = 0 } = read.data
  const now = Math.floor(Date.now() / 1000)
  // The signature is verified by now, so the failure may name the account.
  if (exp <= now) throw tokenExpired().about(userId)
  if (nbf > now) throw notAuthenticated()
  return { userId, familyId, generation }
}
