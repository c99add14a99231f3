import { refreshTokenForm } from '#contract/session.ts'
import { keyedDigest, sameSecret } from '../../config/secrets.ts'

/**
 * The refresh token R(n) of a family. It is derived by HMAC from family and n, so the server can answer the same R(n)
 * again to a client whose reply was lost, while only its hash is stored.
 */
export function refreshToken(key: Buffer, familyId: string, generation: number): string {
  return `${familyId}.${generation}.${keyedDigest(key, familyId, String(generation))}`
}

/** Which family and generation a token is of, or null when it was not made here. */
export function readRefreshToken(key: Buffer, token: string): { familyId: string; generation: number } | null {
  const match = refreshTokenForm.exec(token)
  if (match === null) return null
  const [, familyId, digits] = match as unknown as [string, string, string]
  const generation = Number(digits)
  return sameSecret(token, refreshToken(key, familyId, generation)) ? { familyId, generation } : null
}
