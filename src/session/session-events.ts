/** What pages ask of the session, and what they hear of it. */
import { createEmitter } from '../concurrency/emitter.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

const signInRequest = createEmitter()
const signOutRequest = createEmitter()

/** The person whose session ended over an exam asks for the log-in form that they had put off. */
export const requestSignIn = signInRequest.emit

/** Returns how to stop listening. */
export const onSignInRequested = signInRequest.subscribe

/** The person asks to log out; the listener asks first when answers of theirs wait on this device. */
export const requestSignOut = signOutRequest.emit

/** Returns how to stop listening. */
export const onSignOutRequested = signOutRequest.subscribe

let holds = 0
const lastReleased = createEmitter()
const holdChanged = createEmitter()

/**
 * While held, an ended session does not take the person away from the page: the status becomes `ended` and the page
 * itself offers to sign in. Returns the release; releasing the last hold of an ended session goes to the log-in page.
 */
export function holdLoginRedirect(): () => void {
  changeHolds(1)
  let held = true
  return () => {
    if (!held) return
    held = false
    changeHolds(-1)
    if (holds === 0) lastReleased.emit()
  }
}

export function isLoginHeld(): boolean {
  return holds > 0
}

/** Calls at every change of what `isLoginHeld` says, and maybe more often. Returns how to stop listening. */
export const subscribeLoginHold = holdChanged.subscribe

export const onLastRelease = lastReleased.subscribe

function changeHolds(by: number): void {
  holds += by
  holdChanged.emit()
}

type SignedOutListener = (userId: string) => Promise<unknown>

/** How long a full-page redirect waits for what is cleared. */
const clearingTimeoutMs = 2_000

const signedOutListeners = new Set<SignedOutListener>()

/**
 * `listener` is called whenever this window stops showing a person: they signed out, here or in another tab, their session
 * was ended, or somebody else signed in. It is the place to remove what was kept of them, but for answers that the server may
 * not have.
 * A session that ended over a running exam is not over for this until the exam is left. Every tab calls its own, so it
 * must not mind being late or second. Returns how to stop listening.
 */
export function onSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/**
 * This window stops showing a person. Resolves when all who listen have done, or after 2 s; a failure is reported and does
 * not stop the log-out.
 */
export async function partFrom(userId: string | null): Promise<void> {
  if (userId === null) return
  const all = [...signedOutListeners].map((listener) => listener(userId).catch(reportError))
  await withTimeout(Promise.all(all), clearingTimeoutMs).catch(() => undefined)
}
