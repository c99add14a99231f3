import type { ComponentType } from 'react'
import { loadWithTimeout } from './load-chunk.ts'

/** A part of a page whose code is fetched when it is needed. Unlike one of React.lazy it is not lost for ever. */
export interface LazyPiece<Props> {
  /** The component, once it has come. */
  loaded: () => ComponentType<Props> | null
  /** Fetches it, or waits for the fetch that is under way. Raises ChunkLoadError; the next call tries again. */
  load: () => Promise<ComponentType<Props>>
  /** Fetches it before it is needed. Nobody hears of a failure: the fetch is repeated when it is needed. */
  prepare: () => void
}

export function lazyPiece<Props>(fetchPiece: () => Promise<ComponentType<Props>>): LazyPiece<Props> {
  let component: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null

  const fetchOnce = async () => {
    try {
      component = await loadWithTimeout(fetchPiece)
      return component
    } finally {
      loading = null
    }
  }
  const load = async () => {
    if (component !== null) return component
    loading ??= fetchOnce()
    return loading
  }
  return { loaded: () => component, load, prepare: () => void load().catch(() => undefined) }
}
