import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 60_000

/** Tries until true. An error counts as false: between two pages there is nothing to see. Throws `wanted` and clues. */
export async function eventually(
  wanted: string,
  isTrue: () => Promise<boolean>,
  clues: () => Promise<string> = async () => '',
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  let last: unknown = null
  while (Date.now() < deadline) {
    try {
      if (await isTrue()) return
      last = null
    } catch (error) {
      last = error
    }
    await pause(60)
  }
  const seen = await clues().catch((error: unknown) => `nothing can be seen: ${error}`)
  throw new Error([`in ${PATIENCE_MS / 1000} s there was no ${wanted}`, last, seen].filter(Boolean).join('\n'))
}
