import type { KeptPair } from '../storage/session-db.ts'
import { swapMirror } from '../storage/session-mirror.ts'
import { followStored } from './follow-stored.ts'
import { leaveForLogin } from './leave-for-login.ts'
import { isLoginHeld } from './login-hold.ts'
import { orNothing } from './or-nothing.ts'
import { updateSession } from './session-state.ts'
import { clearLocalCopy, markEnded, readLocalCopy } from './tokens.ts'

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
  markEnded()
  clearLocalCopy(row?.seq ?? known + 1, true)
  if (isLoginHeld()) updateSession({ status: 'ended' })
  else await leaveForLogin()
}

function isReplaced(refused: KeptPair): boolean {
  return readLocalCopy().pair?.refresh !== refused.refresh
}
