import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadWithTimeout } from '../ui/piece/load-chunk.ts'

/** A page that is loaded when it is first shown; raises ChunkLoadError when it does not come within 120 s. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await loadWithTimeout(load) }))
}
