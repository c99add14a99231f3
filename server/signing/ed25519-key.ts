import { createPrivateKey, type KeyObject } from 'node:crypto'

/** PKCS #8 prefix of a bare Ed25519 seed (RFC 8410, section 7). */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private key of a seed of 32 bytes. */
export function ed25519PrivateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}
