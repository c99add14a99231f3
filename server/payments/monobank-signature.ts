import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { PaymentUnavailable } from './payment-provider.ts'

/** Forged callbacks must not cause a flood of requests to the bank. */
const refetchAfterMilliseconds = 60_000

const PublicKeyReply = z.object({ key: z.string() })

/**
 * Verifies X-Sign: base64 of an ECDSA signature (SHA-256) over the body's exact bytes. The bank's key is cached, and fetched
 * again, once a minute at most, if a signature does not hold: the bank may change it. If that fetch failed, PaymentUnavailable is
 * thrown for the rest of the minute, so the bank sends the callback again. If it succeeded, a signature that does not hold counts
 * as forged, even if the bank has changed its key since: the status calls find such money.
 */
export function createMonobankSignature(fetchKey: () => Promise<unknown>) {
  let kept: KeyObject | null = null
  /** The last fetch. All calls within a minute share its key or its failure. */
  let asked: { at: number; answer: Promise<KeyObject> } | null = null

  async function load(): Promise<KeyObject> {
    const reply = PublicKeyReply.safeParse(await fetchKey())
    if (!reply.success) throw new PaymentUnavailable('monobank gave no public key')
    kept = readKey(reply.data.key)
    return kept
  }

  function newestKey(): Promise<KeyObject> {
    if (asked === null || Date.now() - asked.at >= refetchAfterMilliseconds) asked = { at: Date.now(), answer: load() }
    return asked.answer
  }

  const holds = (body: Buffer, signature: Buffer, publicKey: KeyObject) => verify('sha256', body, publicKey, signature)

  return async (rawBody: Buffer, signatureBase64: string): Promise<boolean> => {
    const signature = Buffer.from(signatureBase64, 'base64')
    if (kept !== null && holds(rawBody, signature, kept)) return true
    return holds(rawBody, signature, await newestKey())
  }
}

function readKey(base64: string): KeyObject {
  try {
    return createPublicKey(Buffer.from(base64, 'base64').toString('utf8'))
  } catch (error) {
    throw new PaymentUnavailable('monobank gave a public key that is none', { cause: error })
  }
}
