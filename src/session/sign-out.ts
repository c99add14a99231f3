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

/** Added to the number of a log-out without a confirmed tombstone: a silent mirror may hold changes that this tab lacks. */
const beyondAnyMirror = 1_000

/**
 * Signs out on this device and tells the server. The server's failure changes nothing for the person (S4.05); the revocation is
 * delivered later. Waiting answers stay on this device: if there may be some, call `requestSignOut`, which asks first.
 */
export async function signOut(): Promise<void> {
  const { pair, cleared } = await forgetSession()
  // The call starts immediately: a person who leaves a computer that is not theirs closes the page.
  await Promise.all([cleared, pair === null ? null : tellServer(pair)])
}

/** Revokes the refresh token, which outlives the access token. Another server has only the log-out by Bearer (section 7). */
async function tellServer({ access, refresh }: KeptPair): Promise<void> {
  const options = { timeout: tryTimeoutMs, keepalive: true }
  try {
    if (refreshTokenForm.test(refresh)) await request(revokeSession, { body: { refresh } }, options)
    else await request(logout, {}, { ...options, bearer: access })
    await ifStorageAnswers(dropRevocation(refresh))
  } catch {
    // No network, or the access token has expired: the revocation, which needs no Bearer, is delivered now or later.
    requestDelivery()
  }
}

/**
 * Ends the session on this device; a revocation tells the server later. The tombstone is written first, so that a crash brings
 * nothing back, then the local copy and the person's data are removed. Resolves to the former pair; `cleared` settles when the
 * data are gone.
 */
async function forgetSession(): Promise<{ readonly pair: KeptPair | null; readonly cleared: Promise<void> }> {
  const former = currentUserId()
  const { pair, seq } = readLocalCopy()
  const row = await ifStorageAnswers(mirrorSignOut(pair?.refresh ?? null, seq ?? 0, Date.now()))
  // A sibling tab may have renewed the pair while the tombstone was written.
  const last = readLocalCopy().pair ?? pair
  clearLocalCopy(row?.seq ?? (seq ?? 0) + beyondAnyMirror)
  forgetLocation()
  resetSession()
  return { pair: last, cleared: partFrom(former) }
}

/**
 * Forgets this session after the server has ended every session of the account. Loads the log-in page, which says what
 * happened: a full load, because nothing of the person may stay in this window's memory.
 */
export async function leaveAccount(event: AccountEvent): Promise<void> {
  const { cleared } = await forgetSession()
  await cleared
  window.location.assign(paths.loginAfter(event))
}
