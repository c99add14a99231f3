import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, exportJWK, importJWK, type JWK } from 'jose'
import type { Receipt } from '#contract/result.ts'
import type { Database } from '../db/connect.ts'
import { isAway } from '../db/is-away.ts'
import { ed25519PrivateKey } from './ed25519-key.ts'
import { findKey, listKeys, publishKey } from './signing-keys.ts'

export interface ReceiptSigner {
  /** A compact JWS (RFC 7515, EdDSA with Ed25519, RFC 8037). */
  sign(receipt: Receipt): Promise<string>
  /** Whether any key that this server ever had signed it. */
  verify(receipt: string): Promise<boolean>
  /** Every public key that this server ever had, the oldest first. */
  publicKeys(): Promise<PublicKey[]>
}

/** An Ed25519 public key as a JWK (RFC 8037). */
export interface PublicKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** Derives the key from `seed` (32 bytes) and publishes its public half. */
export async function startReceiptSigner(db: Database, seed: Buffer): Promise<ReceiptSigner> {
  const privateKey = ed25519PrivateKey(seed)
  const publicJwk = await exportJWK(createPublicKey(privateKey as KeyObject))
  const kid = await calculateJwkThumbprint(publicJwk)
  await publishKey(db, 'receipt', { kid, publicJwk })

  // Three parts and dots (RFC 7515, section 7.1). jose, which verifies them, would sign on another thread.
  const header = base64url(JSON.stringify({ alg: 'EdDSA', kid, typ: 'receipt+jws' }))

  return {
    async sign(receipt) {
      const signed = `${header}.${base64url(JSON.stringify(receipt))}`
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
    },
    verify: async (receipt) => {
      try {
        await compactVerify(
          receipt,
          async (header) => {
            const key = await findKey(db, 'receipt', header.kid ?? '')
            if (key === undefined) throw new Error('unknown kid')
            return importJWK(key.publicJwk as JWK, 'EdDSA')
          },
          { algorithms: ['EdDSA'] },
        )
        return true
      } catch (error) {
        if (isAway(error)) throw error
        // A receipt with a wrong form, key or signature is not ours.
        return false
      }
    },
    publicKeys: async () => {
      const keys = await listKeys(db, 'receipt')
      return keys.map(({ kid: id, publicJwk: jwk }) => {
        const { kty, crv, x } = jwk as { kty: string; crv: string; x: string }
        return { kty, crv, x, kid: id, alg: 'EdDSA', use: 'sig' }
      })
    },
  }
}
