import { logout, refreshTokenForm, revokeSession } from '#contract/session.ts'
import { requestDelivery } from '../concurrency/wake.ts'
import { request } from '../http/request.ts'
import { tryTimeoutMs } from '../http/send.ts'
import { type AccountEvent, paths } from '../paths.ts'
import { forgetLocation } from './return-location.ts'
import { clearLocalCopy, ifStorageAnswers, readLocalCopy } from './session-copies.ts'
import { dropRevocation, type KeptPair, mirrorSignOut } from './session-db.ts'
import { partFrom } from './session-events.ts'
import { currentUserId, resetSession } from './session-state.ts'

/**
 * How far past what is known the number of a log-out goes whose tombstone was not heard to be kept: a mirror that was
 * silent now may have been silent before, and hold changes that nobody here has heard of.
 */
const beyondAnyMirror = 1_000

/**
 * Signs out on this device and tells the server; the server's failure changes nothing for the person (S4.05), its
 * revocation stays to be delivered. Answers that wait stay too: who signs out where some may wait asks `requestSignOut`.
 */
export async function signOut(): Promise<void> {
  const { pair, cleared } = await forgetSession()
  // At once, for who leaves a computer that is not theirs closes the page.
  await Promise.all([cleared, pair === null ? null : tellServer(pair)])
}

/**
 * By the refresh token, which is the whole authority and lives longer than the access token; the token of another server by its
 * Bearer, for section 7 has no such call.
 */
async function tellServer({ access, refresh }: KeptPair): Promise<void> {
  const options = { timeout: tryTimeoutMs, keepalive: true }
  try {
    if (refreshTokenForm.test(refresh)) await request(revokeSession, { body: { refresh } }, options)
    else await request(logout, {}, { ...options, bearer: access })
    await ifStorageAnswers(dropRevocation(refresh))
  } catch {
    // The network is dead, or the access token ran out: the revocation, which needs no Bearer, goes now or later.
    requestDelivery()
  }
}

/**
 * Ends the session on this device; the server hears of it by a later revocation. The tombstone first, so that
 * a crash in between brings nothing back, then both copies, then what was kept of the person. Resolves, before that is cleared,
 * to the pair that was.
 */
async function forgetSession(): Promise<{ readonly pair: KeptPair | null; readonly cleared: Promise<void> }> {
  const former = currentUserId()
  const { pair, seq } = readLocalCopy()
  const row = await ifStorageAnswers(mirrorSignOut(pair?.refresh ?? null, seq ?? 0, Date.now()))
  // A sibling tab may have renewed it while the tombstone was written.
  const last = readLocalCopy().pair ?? pair
  clearLocalCopy(row?.seq ?? (seq ?? 0) + beyondAnyMirror)
  forgetLocation()
  resetSession()
  return { pair: last, cleared: partFrom(former) }
}

/**
 * The server has ended every session of this account, this one too. Forgets it here and loads the log-in page again, which
 * says what happened: nothing of the person may stay in this window's memory.
 */
export async function leaveAccount(event: AccountEvent): Promise<void> {
  const { cleared } = await forgetSession()
  await cleared
  window.location.assign(paths.loginAfter(event))
}
