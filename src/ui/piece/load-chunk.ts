import { withTimeout } from '../../concurrency/with-timeout.ts'
import { fetchLostStyles, lostStyles } from './lost-styles.ts'

/** Which stylesheets a load that failed has left behind. */
const leftBehind = new WeakMap<() => unknown, ReadonlySet<string>>()

/** Milliseconds after which a chunk counts as lost (S9.09). */
export const chunkTimeout = 120_000

/** A part of the site's code did not arrive: the network broke, or this version's files are gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A chunk could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * What `load` brings, or ChunkLoadError: after 120 s, or when it or a stylesheet that its last try lost cannot be fetched.
 * `load` is the same function at every try.
 */
export async function loadWithTimeout<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await withTimeout(loadWhole(load), chunkTimeout)
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}

async function loadWhole<Code>(load: () => Promise<Code>): Promise<Code> {
  await fetchLostStyles(leftBehind.get(load) ?? new Set())
  const before = new Set(lostStyles())
  try {
    return await load()
  } catch (error) {
    leftBehind.set(load, new Set(lostStyles().filter((address) => !before.has(address))))
    throw error
  }
}
