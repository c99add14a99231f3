/**
 * How this window becomes somebody, somebody else, or nobody: by a reply of the server, by what another tab did, or because
 * the server has ended the session. A window never mixes people (decision 0019).
 */
import type { SessionReply } from '#contract/session.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import { isMailedLink, paths } from '../paths.ts'
import { type KeptPair, swapMirror } from './session-db.ts'
import { isLoginHeld, onLastRelease, partFrom } from './session-events.ts'
import { rememberAtLeaving } from './return-location.ts'
import { clearLocalCopy, ifStorageAnswers, markEnded, readLocalCopy, readTokens, readUserId } from './session-copies.ts'
import { currentUserId, resetSession, sessionState, updateSession } from './session-state.ts'

/** Makes the owner of a session reply the user of this window. */
export function showSession({ user_id: id, is_active, is_verified }: SessionReply): void {
  const { user } = sessionState()
  const known = user?.id === id ? user : { id }
  updateSession({
    status: 'signed-in',
    authStatus: 'success',
    authError: null,
    user: { ...known, is_active, is_verified },
  })
  if (user !== null && user.id !== id) void partFrom(user.id)
}

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

let ending: Promise<void> | null = null

/**
 * The server refused this pair: tokens go, and the person is asked to sign in, with a full page load (S2.10). A pair that
 * a sibling tab has put in its place is not touched. Attempts and submissions stay.
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
  const row = await ifStorageAnswers(swapMirror(null, known))
  if (isReplaced(refused)) return followStored()
  markEnded()
  clearLocalCopy(row?.seq ?? known + 1, true)
  if (isLoginHeld()) updateSession({ status: 'ended' })
  else await leaveForLogin()
}

function isReplaced(refused: KeptPair): boolean {
  return readLocalCopy().pair?.refresh !== refused.refresh
}

let leaving: Promise<void> | null = null

/**
 * The server has ended the session: the person is asked to sign in, with a full page load, and comes back to this place
 * (S2.10). Where nobody has to be signed in the page stays, a guest's.
 */
function leaveForLogin(): Promise<void> {
  // Another tab's tokens go one by one, each with an event here.
  leaving ??= leaveOnce().finally(() => {
    leaving = null
  })
  return leaving
}

async function leaveOnce(): Promise<void> {
  const former = currentUserId()
  const { pathname } = window.location
  // A link from a mail is opened for its own sake, and does not ask who is signed in.
  if (pathname === paths.home || pathname === paths.login || isMailedLink(pathname)) {
    resetSession()
    return partFrom(former)
  }
  // An exam that was submitted releases the page and then puts its result's address in place of its own, both in this turn.
  await Promise.resolve()
  rememberAtLeaving(window.location, former)
  await partFrom(former)
  window.location.assign(paths.login)
}

onLastRelease(() => {
  if (sessionState().status === 'ended') void leaveForLogin()
})
