let holds = 0
const releaseListeners = new Set<() => void>()
const listeners = new Set<() => void>()

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
    if (holds === 0) for (const listener of releaseListeners) listener()
  }
}

export function isLoginHeld(): boolean {
  return holds > 0
}

/** Calls at every change of what `isLoginHeld` says, and maybe more often. Returns how to stop listening. */
export function subscribeLoginHold(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function onLastRelease(listener: () => void): void {
  releaseListeners.add(listener)
}

function change(by: number): void {
  holds += by
  for (const listener of listeners) listener()
}
