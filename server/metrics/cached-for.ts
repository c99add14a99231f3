/**
 * Asks no more often than every `forMs` milliseconds, and never beside itself, however many want to know; within that time everybody
 * is told the same, a failure too.
 */
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
    // Those who asked hear of a failure; it is nobody's unhandled one.
    answer.catch(() => undefined)
    last = { at: performance.now(), answer }
    return answer
  }
}
