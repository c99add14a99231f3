import { fetchLostStyles } from './lost-styles.ts'

/** Milliseconds after which a chunk counts as lost (S9.09). */
export const chunkTimeout = 120_000

/** A part of the site's code did not arrive: the network broke, or this version's files are gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A chunk could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** What `load` brings, or ChunkLoadError: after 120 s, or when it or a stylesheet that was lost before cannot be fetched. */
export async function loadWithTimeout<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${chunkTimeout} ms`)), chunkTimeout)
  })
  try {
    return await Promise.race([fetchLostStyles().then(load), timeout])
  } catch (cause) {
    throw new ChunkLoadError(cause)
  } finally {
    clearTimeout(timer)
  }
}
