import { revokeSession } from '#contract/session.ts'
import { isPassing, type Reply } from '../http/reply.ts'
import { dropRevocation, noteRefusal, openRevocations, type RevocationRow } from './session-db.ts'
import { onDisk } from '../storage/connection.ts'
import { type Send, tryTimeoutMs } from '../http/send.ts'

/** The longest that a refresh token lives without being used; after that it is dead without our help. */
const tokenLifeMs = 60 * 86_400_000

/** Another server knows no such call, and says so with a page or asks for a Bearer: so many such answers end it, … */
const enoughRefusals = 5
/** … counted no faster than this. What a portal or a proxy says in our server's place does not last that long. */
const refusalsApartMs = 6 * 3_600_000

/**
 * Tells the server of log-outs that it has not heard of, once each. A reply that the contract parses, or the server's own
 * 400, finishes one; without a reply it stays for the next round. So it does after a page or a gateway's refusal, until such have come
 * for a day: then this is not our server, and its sessions end in their own way. One that is older than any token is tried
 * like the others, for the clock may have been wrong when it was made, and any reply finishes it. Resolves to whether any is left.
 */
export async function deliverRevocations(send: Send, now: number): Promise<boolean> {
  let isLeft = false
  for (const row of await onDisk(openRevocations())) {
    if (await revoke(row, send, now)) await onDisk(dropRevocation(row.refresh))
    else isLeft = true
  }
  return isLeft
}

/** Sends one, and counts a refusal of it; resolves to whether nothing more is to be done. */
async function revoke(row: RevocationRow, send: Send, now: number): Promise<boolean> {
  // Without a Bearer: the token in the body is the whole authority, and somebody else may be signed in by now.
  const options = { signal: AbortSignal.timeout(tryTimeoutMs), asTicketHolder: true }
  const reply = await send(revokeSession, { body: { refresh: row.refresh } }, options)
  const isDead = Math.abs(now - row.madeAt) > tokenLifeMs
  if (isSettledBy(reply) || (isDead && reply.kind !== 'silence')) return true
  if (!isUnknownThere(reply)) return false
  const { count, lastAt } = row.refusals ?? { count: 0, lastAt: Number.NEGATIVE_INFINITY }
  // A clock that was put back counts too.
  if (Math.abs(now - lastAt) < refusalsApartMs) return false
  await onDisk(noteRefusal(row.refresh, { count: count + 1, lastAt: now }))
  return count + 1 >= enoughRefusals
}

/** Our own server has heard it, or can make nothing of it. Every other refusal is a gateway's, or of a release without this call. */
const isSettledBy = (reply: Reply<unknown>) =>
  reply.kind === 'answered' || (reply.kind === 'refused' && reply.status === 400)

/** Our own server never answers so: for this call it asks nobody who they are. */
function isUnknownThere(reply: Reply<unknown>): boolean {
  if (reply.kind === 'unreadable') return reply.status < 500
  return reply.kind === 'refused' && (reply.status === 401 || !isPassing(reply))
}
