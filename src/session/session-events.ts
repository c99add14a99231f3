/** Requests that pages make of the session, and events that they hear from it. */
import { createEmitter } from '../concurrency/emitter.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

const signInRequest = createEmitter()
const signOutRequest = createEmitter()

/** Asks for the log-in form that the person put off when the session ended during an exam. */
export const requestSignIn = signInRequest.emit

export const onSignInRequested = signInRequest.subscribe

/** Asks to log out. If answers of the person wait on this device, the listener asks the person first. */
export const requestSignOut = signOutRequest.emit

export const onSignOutRequested = signOutRequest.subscribe

let holds = 0
const lastReleased = createEmitter()
const holdChanged = createEmitter()

/**
 * While held, an ended session does not take the person away: its status becomes `ended`, and the page itself offers to sign
 * in. Returns the release. When the last hold of an ended session is released, the log-in page opens.
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

/** Calls at every change of `isLoginHeld`, and maybe more often. Returns how to stop listening. */
export const subscribeLoginHold = holdChanged.subscribe

export const onLastRelease = lastReleased.subscribe

function changeHolds(by: number): void {
  holds += by
  holdChanged.emit()
}

type SignedOutListener = (userId: string) => Promise<unknown>

/** How long a full-page redirect waits for the listeners that clear data. */
const clearingTimeoutMs = 2_000

const signedOutListeners = new Set<SignedOutListener>()

/**
 * Calls `listener` whenever this window stops showing a person: a log-out here or in another tab, an ended session, or another
 * person's log-in. Listeners remove what is stored for the person, except answers that the server may lack. If a session ends
 * over a running exam, they are called when the exam is left. Every tab calls its own listeners, so a listener may run late, or
 * after another tab's. Returns how to stop listening.
 */
export function onSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** Calls the listeners of `onSignedOut`. Resolves when all are done, or after 2 s; a failure is reported and stops nothing. */
export async function partFrom(userId: string | null): Promise<void> {
  if (userId === null) return
  const all = [...signedOutListeners].map((listener) => listener(userId).catch(reportError))
  await withTimeout(Promise.all(all), clearingTimeoutMs).catch(() => undefined)
}
