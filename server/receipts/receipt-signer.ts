import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, exportJWK, importJWK, type JWK } from 'jose'
import type { Receipt } from '#contract/result.ts'
import { signingKeys } from '../db/schema/site.ts'
import type { Database } from '../db/connect.ts'
import { isAway } from '../db/is-away.ts'
import { eq } from 'drizzle-orm'

export interface ReceiptSigner {
  /** A compact JWS (RFC 7515, EdDSA with Ed25519, RFC 8037). */
  sign(receipt: Receipt): Promise<string>
  /** True when any key that this server ever had signed it. */
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

/** PKCS #8 wrapping of a bare Ed25519 seed (RFC 8410, section 7). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the key from `seed` (32 bytes) and publishes its public half in the database. */
export async function startReceiptSigner(db: Database, seed: Buffer): Promise<ReceiptSigner> {
  const privateKey = createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicJwk = await exportJWK(createPublicKey(privateKey as KeyObject))
  const kid = await calculateJwkThumbprint(publicJwk)
  await db.insert(signingKeys).values({ kid, publicJwk }).onConflictDoNothing()

  // Three parts with dots between them (RFC 7515, section 7.1); jose, which verifies them, would sign on another thread.
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
            const [row] = await db
              .select()
              .from(signingKeys)
              .where(eq(signingKeys.kid, header.kid ?? ''))
            if (row === undefined) throw new Error('unknown kid')
            return importJWK(row.publicJwk as JWK, 'EdDSA')
          },
          { algorithms: ['EdDSA'] },
        )
        return true
      } catch (error) {
        if (isAway(error)) throw error
        // Whatever is wrong with it (form, key, signature), the one thing to say is that it is not ours.
        return false
      }
    },
    publicKeys: async () => {
      const rows = await db.select().from(signingKeys).orderBy(signingKeys.createdAt)
      return rows.map(({ kid: id, publicJwk: jwk }) => {
        const { kty, crv, x } = jwk as { kty: string; crv: string; x: string }
        return { kty, crv, x, kid: id, alg: 'EdDSA', use: 'sig' }
      })
    },
  }
}
