import { revokeSession } from '#contract/auth.ts'
import { isPassing } from '../engine/reply.ts'
import { dropRevocation, standingRevocations } from '../storage/revocations.ts'
import { type Send, tryLimit } from './send.ts'

/** The longest that a refresh token lives without being used; after that it is dead without our help. Milliseconds: 60 days. */
const tokenLife = 60 * 86_400_000

/**
 * Tells the server of log-outs that it has not heard of, once each. Only a reply that the contract parses, or the
 * server's own no, settles one; a page or silence leaves it for the next round.
 */
export async function deliverRevocations(send: Send, now: number): Promise<void> {
  for (const { refresh, madeAt } of await standingRevocations()) {
    const isDead = now - madeAt > tokenLife
    if (isDead || (await isHeard(send, refresh))) await dropRevocation(refresh)
  }
}

async function isHeard(send: Send, refresh: string): Promise<boolean> {
  // Without a Bearer: whoever is signed in by now, the token in the body is the whole authority.
  const options = { signal: AbortSignal.timeout(tryLimit), asTicketHolder: true }
  const reply = await send(revokeSession, { body: { refresh } }, options)
  return !isPassing(reply)
}
