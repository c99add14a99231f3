import { createEmitter } from '../concurrency/emitter.ts'
import { leaveForLogin } from './leave-for-login.ts'
import { isLoginHeld } from './login-hold.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { partFrom } from './signed-out.ts'
import { readLocalCopy, readTokens, readUserId } from './tokens.ts'

const becoming = createEmitter()

/** Calls when this window becomes somebody by what another tab did. */
export const onBecoming = becoming.subscribe

/**
 * Makes this window the person that local storage names: another tab signed in, signed out or became somebody else. A
 * person whose session goes while an exam runs here stays until the exam is left, or somebody else comes. One whose
 * session the server ended goes to log in, with this tab's place kept, whichever tab heard of it first (S2.10).
 */
export function followStored(): void {
  const { status, user } = sessionState()
  const former = user?.id ?? null
  if (readTokens() === null) {
    if (status !== 'signed-in') return
    if (isLoginHeld()) return updateSession({ status: 'ended' })
    if (readLocalCopy().wasEnded) {
      void leaveForLogin()
      return
    }
    resetSession()
    void partFrom(former)
    return
  }
  const stored = readUserId()
  const isSame = stored === null ? status === 'signed-in' : stored === former
  if (status === 'signed-in' && isSame) return
  if (isSame) updateSession({ status: 'signed-in' })
  else {
    resetSession()
    void partFrom(former)
  }
  becoming.emit()
}
