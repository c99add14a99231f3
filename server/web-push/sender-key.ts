import { createECDH } from 'node:crypto'
import { calculateJwkThumbprint, type CryptoKey, importJWK, SignJWT } from 'jose'
import type { Database } from '../db/connect.ts'
import { publishKey } from '../signing/signing-keys.ts'

/** The key by which push services know this server (VAPID, RFC 8292). */
export interface SenderKey {
  /** The key for subscriptions: an uncompressed point of P-256, base64url. */
  publicKey: string
  /** The Authorization header for a push service. `contact` (mailto: or https:) answers questions about us. */
  authorize(endpoint: URL, contact: string, now: Date): Promise<string>
}

/** Seconds. RFC 8292 allows a day, and clocks differ. */
const tokenLasts = 12 * 3600

/** The order of P-256 (NIST SP 800-186). */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/**
 * Derives the key from `seed` (48 bytes: with 128 spare bits it is as even as a random one, FIPS 186-5 A.2.1) and publishes its
 * public half. All processes derive the same key without agreement; the private half is stored nowhere.
 */
export async function startSenderKey(db: Database, seed: Buffer): Promise<SenderKey> {
  const { privateJwk, publicJwk, point } = keyOf(seed)
  const key = (await importJWK(privateJwk, 'ES256')) as CryptoKey
  const kid = await calculateJwkThumbprint(publicJwk)
  await publishKey(db, 'push', { kid, publicJwk })
  const publicKey = point.toString('base64url')
  return {
    publicKey,
    authorize: async (endpoint, contact, now) =>
      `vapid t=${await tokenFor(key, endpoint, contact, now)}, k=${publicKey}`,
  }
}

function keyOf(seed: Buffer) {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { publicJwk, privateJwk: { ...publicJwk, d: d.toString('base64url') }, point }
}

/** A JWT (RFC 7519, ES256) for the origin of the push service alone. */
function tokenFor(key: CryptoKey, { origin }: URL, contact: string, now: Date): Promise<string> {
  return new SignJWT({ aud: origin, exp: Math.floor(now.getTime() / 1000) + tokenLasts, sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign(key)
}
