import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Keys for one purpose each, derived (HKDF, RFC 5869) from the operator's one secret. */
export interface Secrets {
  accessTokenKey: Buffer
  refreshTokenKey: Buffer
  ticketKey: Buffer
  guestTrialKey: Buffer
  /** Encrypts the secrets of authenticator apps. */
  staffKey: Buffer
  deviceKey: Buffer
  /** 32 bytes: the seed of the Ed25519 key that signs receipts. */
  receiptSeed: Buffer
  /** 32 bytes: the seed of the Ed25519 key that signs certificates. */
  certificateSeed: Buffer
  /** 48 bytes: the seed of the P-256 key that push services know this server by. */
  pushSeed: Buffer
}

export function deriveSecrets(authSecret: string): Secrets {
  const derive = (purpose: string, length = 32) =>
    Buffer.from(hkdfSync('sha256', authSecret, 'testuvannia-iq', purpose, length))
  return {
    accessTokenKey: derive('access token'),
    refreshTokenKey: derive('refresh token'),
    ticketKey: derive('attempt ticket'),
    guestTrialKey: derive('guest trial'),
    staffKey: derive('staff'),
    deviceKey: derive('known device'),
    receiptSeed: derive('receipt'),
    certificateSeed: derive('certificate'),
    pushSeed: derive('push', 48),
  }
}

/** HMAC-SHA-256 of unambiguously separated parts, as base64url (256 bits). */
export function keyedDigest(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}

/** SHA-256 as hex, to store secrets and compare bodies. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
