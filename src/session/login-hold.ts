import { createEmitter } from '../concurrency/emitter.ts'
let holds = 0
const released = createEmitter()
const changed = createEmitter()

/**
 * While held, an ended session does not take the person away from the page: the status becomes `ended` and the page
 * itself offers to sign in. Returns the release; releasing the last hold of an ended session goes to the log-in page.
 */
export function holdLoginRedirect(): () => void {
  change(1)
  let held = true
  return () => {
    if (!held) return
    held = false
    change(-1)
    if (holds === 0) released.emit()
  }
}

export function isLoginHeld(): boolean {
  return holds > 0
}

/** Calls at every change of what `isLoginHeld` says, and maybe more often. Returns how to stop listening. */
export const subscribeLoginHold = changed.subscribe

export const onLastRelease = released.subscribe

function change(by: number): void {
  holds += by
  changed.emit()
}
