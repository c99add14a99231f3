import { isMailedLink, paths } from '../paths.ts'
import { onLastRelease } from './login-hold.ts'
import { rememberAtLeaving } from './return-location.ts'
import { currentUserId, resetSession, sessionState } from './session-state.ts'
import { partFrom } from './signed-out.ts'

let leaving: Promise<void> | null = null

/**
 * The server has ended the session: the person is asked to sign in, with a full page load, and comes back to this place
 * (S2.10). Where nobody has to be signed in the page stays, a guest's.
 */
export function leaveForLogin(): Promise<void> {
  // Another tab's tokens go one by one, each with a word to this one.
  leaving ??= leaveOnce().finally(() => {
    leaving = null
  })
  return leaving
}

async function leaveOnce(): Promise<void> {
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

onLastRelease(() => {
  if (sessionState().status === 'ended') void leaveForLogin()
})
