import { paths } from '../paths.ts'
import { rememberLocation } from './return-location.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { clearTokens } from './tokens.ts'

let holds = 0

/** The server refused the session: tokens go, and the person is asked to sign in, with a full page load (S2.10). */
export function endSession(): void {
  clearTokens()
  if (holds > 0) updateSession({ status: 'ended' })
  else leaveForLogin()
}

/** The tokens went in another tab. The guards of the pages decide where the person is now; nothing is remembered. */
export function loseSession(): void {
  if (holds > 0) updateSession({ status: 'ended' })
  else resetSession()
}

/**
 * While held, an ended session does not take the person away from the page: the status becomes `ended` and the page
 * itself offers to sign in. Returns the release; releasing the last hold of an ended session goes to the log-in page.
 */
export function holdLoginRedirect(): () => void {
  holds += 1
  let held = true
  return () => {
    if (!held) return
    held = false
    holds -= 1
    if (holds === 0 && sessionState().status === 'ended') leaveForLogin()
  }
}

function leaveForLogin(): void {
  const { pathname } = window.location
  if (pathname === paths.home || pathname === paths.login) resetSession()
  else {
    rememberLocation(window.location)
    window.location.assign(paths.login)
  }
}
