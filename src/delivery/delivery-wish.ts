const listeners = new Set<() => void>()

/** The person does not want to wait for the next planned try. */
export function wishDelivery(): void {
  for (const listener of listeners) listener()
}

/** Returns how to stop listening. */
export function onDeliveryWish(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
