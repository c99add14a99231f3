import { revokeSession } from '#contract/session.ts'
import { isPassing, type Reply } from '../http/reply.ts'
import { dropRevocation, noteRefusal, openRevocations, type RevocationRow } from './session-db.ts'
import { onDisk } from '../storage/connection.ts'
import { type Send, tryTimeoutMs } from '../http/send.ts'

/** The longest that a refresh token lives without being used; after that it is dead without our help. */
const tokenLifeMs = 60 * 86_400_000

/** A server without this call replies with a page or asks for a Bearer. So many such replies end the revocation, … */
const enoughRefusals = 5
/** … counted at least so far apart. A portal or a proxy that replies in our server's place does not last that long. */
const refusalsApartMs = 6 * 3_600_000

/**
 * Tells the server of log-outs that it may not have heard of. Resolves to whether any is left.
 *
 * A reply that the contract parses, or the server's own 400, finishes a revocation. Without a reply it stays for the next
 * round. A page or a gateway's refusal leaves it, too, until such replies have come for a day: then this is not our
 * server, and its sessions end by themselves. A revocation older than any token is sent like the others, because the
 * clock may have been wrong when it was made. Any reply finishes it.
 */
export async function deliverRevocations(send: Send, now: number): Promise<boolean> {
  let isLeft = false
  for (const row of await onDisk(openRevocations())) {
    if (await revoke(row, send, now)) await onDisk(dropRevocation(row.refresh))
    else isLeft = true
  }
  return isLeft
}

/** Sends one revocation and counts its refusal; resolves to whether it is finished. */
async function revoke(row: RevocationRow, send: Send, now: number): Promise<boolean> {
  // Without a Bearer: the token in the body is the whole authority, and somebody else may be signed in by now.
  const options = { signal: AbortSignal.timeout(tryTimeoutMs), asTicketHolder: true }
  const reply = await send(revokeSession, { body: { refresh: row.refresh } }, options)
  const isDead = Math.abs(now - row.madeAt) > tokenLifeMs
  if (isSettledBy(reply) || (isDead && reply.kind !== 'silence')) return true
  if (!isUnknownThere(reply)) return false
  const { count, lastAt } = row.refusals ?? { count: 0, lastAt: Number.NEGATIVE_INFINITY }
  // A clock that was put back by so much counts, too.
  if (Math.abs(now - lastAt) < refusalsApartMs) return false
  await onDisk(noteRefusal(row.refresh, { count: count + 1, lastAt: now }))
  return count + 1 >= enoughRefusals
}

/** Our own server got the revocation, or cannot parse it. Any other refusal is a gateway's, or a release's without this call. */
const isSettledBy = (reply: Reply<unknown>) =>
  reply.kind === 'answered' || (reply.kind === 'refused' && reply.status === 400)

/** Our own server never replies like this: it requires no authentication for this call. */
function isUnknownThere(reply: Reply<unknown>): boolean {
  if (reply.kind === 'unreadable') return reply.status < 500
  return reply.kind === 'refused' && (reply.status === 401 || !isPassing(reply))
}
