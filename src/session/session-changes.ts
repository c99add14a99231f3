/** Changes of this window's person: by a reply, another tab, or the server's end. A window never mixes people (decision 0019). */
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

/** Calls when another tab signs this window in. Returns how to stop listening. */
export const onBecoming = becoming.subscribe

/**
 * Makes this window show the person of localStorage: another tab signed in, signed out, or changed the person. If the session
 * goes while an exam runs here, its person stays until the exam is left, or somebody else comes. If the server ended the
 * session, this tab keeps its place and goes to the log-in page, whichever tab learned of it first (S2.10).
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
 * Removes a pair that the server refused, and leads to the log-in page by a full page load (S2.10). A pair that a sibling tab
 * has stored meanwhile is not touched. Attempts and submissions stay.
 */
export function endSession(refused: KeptPair): Promise<void> {
  // All calls that waited for the same renewal come here.
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
 * Leads to the log-in page by a full page load after the server has ended the session; the person comes back to this place
 * (S2.10). A page that is open to guests stays and becomes a guest's.
 */
function leaveForLogin(): Promise<void> {
  // Another tab removes the tokens one by one, and each removal is an event here.
  leaving ??= leaveOnce().finally(() => {
    leaving = null
  })
  return leaving
}

async function leaveOnce(): Promise<void> {
  const former = currentUserId()
  const { pathname } = window.location
  // A link from a mail opens for guests, too.
  if (pathname === paths.home || pathname === paths.login || isMailedLink(pathname)) {
    resetSession()
    return partFrom(former)
  }
  // A submitted exam releases the page and then replaces its address by the result's, both in this task.
  await Promise.resolve()
  rememberAtLeaving(window.location, former)
  await partFrom(former)
  window.location.assign(paths.login)
}

onLastRelease(() => {
  if (sessionState().status === 'ended') void leaveForLogin()
})
