import { isMailedLink, paths } from '../paths.ts'
import type { KeptPair } from '../storage/session-db.ts'
import { swapMirror } from '../storage/session-mirror.ts'
import { followStored } from './follow-stored.ts'
import { isLoginHeld, onLastRelease } from './login-hold.ts'
import { orNothing } from './or-nothing.ts'
import { rememberAtLeaving } from './return-location.ts'
import { currentUserId, resetSession, sessionState, updateSession } from './session-state.ts'
import { partFrom } from './signed-out.ts'
import { clearLocalCopy, readLocalCopy } from './tokens.ts'

let ending: Promise<void> | null = null

/**
 * The server refused this pair: tokens go, and the person is asked to sign in, with a full page load (S2.10). A pair that
 * a sibling tab has put in its place is not touched. Drafts and outbox stay.
 */
export function endSession(refused: KeptPair): Promise<void> {
  // Every call that waited for the same renewal comes here.
  ending ??= endOnce(refused).finally(() => {
    ending = null
  })
  return ending
}

async function endOnce(refused: KeptPair): Promise<void> {
  if (isReplaced(refused)) return followStored()
  const known = readLocalCopy().seq ?? 0
  const row = await orNothing(swapMirror(null, known))
  if (isReplaced(refused)) return followStored()
  clearLocalCopy(row?.seq ?? known + 1)
  if (isLoginHeld()) updateSession({ status: 'ended' })
  else await leaveForLogin()
}

function isReplaced(refused: KeptPair): boolean {
  return readLocalCopy().pair?.refresh !== refused.refresh
}

onLastRelease(() => {
  if (sessionState().status === 'ended') void leaveForLogin()
})

async function leaveForLogin(): Promise<void> {
  const former = currentUserId()
  const { pathname } = window.location
  // Who opens a letter's link beside an old session came for the link, and it does not ask who they are.
  if (pathname === paths.home || pathname === paths.login || isMailedLink(pathname)) {
    resetSession()
    return partFrom(former)
  }
  rememberAtLeaving(window.location)
  await partFrom(former)
  window.location.assign(paths.login)
}
