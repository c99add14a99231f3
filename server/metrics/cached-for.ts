/** Calls `ask` every `forMs` milliseconds at most, one call at a time. Callers within that time share its result or failure. */
export function cachedFor<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  let isAsking = false
  return () => {
    if (last !== null && (isAsking || performance.now() - last.at < forMs)) return last.answer
    isAsking = true
    const answer = ask().finally(() => {
      isAsking = false
      if (last !== null) last.at = performance.now()
    })
    // The callers handle a failure; without this it would be an unhandled rejection.
    answer.catch(() => undefined)
    last = { at: performance.now(), answer }
    return answer
  }
}
