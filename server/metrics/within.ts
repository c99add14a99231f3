import { setTimeout as pause } from 'node:timers/promises'

/** What was asked for; null where that failed, or took longer than `ms`. It cannot be called back: it continues unheard. */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const tooLate = pause(ms, null, { ref: false, signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([asked.catch(() => null), tooLate])
  } finally {
    over.abort()
  }
}
