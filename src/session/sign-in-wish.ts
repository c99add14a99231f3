const listeners = new Set<() => void>()

/** The person whose session ended over an exam wants the log-in form, which they had put off. */
export function wishSignIn(): void {
  for (const listener of listeners) listener()
}

/** Returns how to stop listening. */
export function onSignInWish(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
