import { logout } from '#contract/session.ts'
import { requestDelivery } from '../concurrency/wake.ts'
import { request } from '../http/request.ts'
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
  const pair = await forgetSession()
  if (pair === null) return
  try {
    await request(logout, {}, { bearer: pair.access, keepalive: true })
    await ifStorageAnswers(dropRevocation(pair.refresh))
  } catch {
    // The network is dead, or the access token ran out: the revocation, which needs no Bearer, goes now or later.
    requestDelivery()
  }
}

/**
 * Ends the session on this device; the server hears of it by a later revocation. The tombstone first, so that
 * a crash in between brings nothing back, then both copies, then what was kept of the person. Returns the pair that was.
 */
async function forgetSession(): Promise<KeptPair | null> {
  const former = currentUserId()
  const { pair, seq } = readLocalCopy()
  const row = await ifStorageAnswers(mirrorSignOut(pair?.refresh ?? null, seq ?? 0, Date.now()))
  // A sibling tab may have renewed it while the tombstone was written.
  const last = readLocalCopy().pair ?? pair
  clearLocalCopy(row?.seq ?? (seq ?? 0) + beyondAnyMirror)
  forgetLocation()
  resetSession()
  await partFrom(former)
  return last
}

/**
 * The server has ended every session of this account, this one too. Forgets it here and loads the log-in page again, which
 * says what happened: nothing of the person may stay in this window's memory.
 */
export async function leaveAccount(event: AccountEvent): Promise<void> {
  await forgetSession()
  window.location.assign(paths.loginAfter(event))
}
