import { setTimeout as pause } from 'node:timers/promises'

/** The result; null if it failed or took longer than `ms`. The work itself continues. */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const tooLate = pause(ms, null, { ref: false, signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([asked.catch(() => null), tooLate])
  } finally {
    over.abort()
  }
}
