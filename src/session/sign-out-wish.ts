const listeners = new Set<() => void>()

/** The person wants to log out; whoever listens asks first when answers of theirs wait on this device. */
export function wishSignOut(): void {
  for (const listener of listeners) listener()
}

/** Returns how to stop listening. */
export function onSignOutWish(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
