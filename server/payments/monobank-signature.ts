import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { PaymentUnavailable } from './payment-provider.ts'

/** Forged callbacks must not become a flood of requests to the bank. */
const refetchAfterMilliseconds = 60_000

const PublicKeyReply = z.object({ key: z.string() })

/**
 * Verifies X-Sign: base64 of an ECDSA signature (SHA-256) over the body's exact bytes. The bank's key is fetched once
 * and kept; it is fetched again, at most once a minute, when a signature does not hold, for the bank may change it.
 */
export function createMonobankSignature(fetchKey: () => Promise<unknown>) {
  let key: { value: KeyObject; fetchedAt: number } | null = null

  async function load(): Promise<KeyObject> {
    const reply = PublicKeyReply.safeParse(await fetchKey())
    if (!reply.success) throw new PaymentUnavailable('monobank gave no public key')
    key = { value: readKey(reply.data.key), fetchedAt: Date.now() }
    return key.value
  }

  const holds = (body: Buffer, signature: Buffer, publicKey: KeyObject) => verify('sha256', body, publicKey, signature)

  return async (rawBody: Buffer, signatureBase64: string): Promise<boolean> => {
    const signature = Buffer.from(signatureBase64, 'base64')
    if (holds(rawBody, signature, key?.value ?? (await load()))) return true
    const isFresh = key !== null && Date.now() - key.fetchedAt < refetchAfterMilliseconds
    return isFresh ? false : holds(rawBody, signature, await load())
  }
}

function readKey(base64: string): KeyObject {
  try {
    return createPublicKey(Buffer.from(base64, 'base64').toString('utf8'))
  } catch (error) {
    throw new PaymentUnavailable('monobank gave a public key that is none', { cause: error })
  }
}
