import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Milliseconds after which a page chunk counts as lost (S9.09). */
export const chunkTimeout = 120_000

/** A page's code did not arrive: the network broke, or this version's files are gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A page chunk could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** A page that is loaded when it is first shown; raises ChunkLoadError when it does not come within 120 s. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await loadWithTimeout(load) }))
}

/** The page, or ChunkLoadError: after 120 s, or when it cannot be fetched. */
export async function loadWithTimeout(load: () => Promise<ComponentType>): Promise<ComponentType> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${chunkTimeout} ms`)), chunkTimeout)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw new ChunkLoadError(cause)
  } finally {
    clearTimeout(timer)
  }
}
