import { type ComponentType, useEffect, useState } from 'react'
import { loadWithTimeout } from './load-chunk.ts'

/** A part of a page whose code is fetched when it is needed. Unlike one of React.lazy it is not lost for ever. */
export interface LazyPiece<Props> {
  /** The component, once it has come. */
  loaded: () => ComponentType<Props> | null
  /** Fetches it, or waits for the fetch that is under way. Raises ChunkLoadError; the next call tries again. */
  load: () => Promise<ComponentType<Props>>
  /** The same promise at every call, fulfilled as soon as the first load has come or failed: for React to wait on. */
  settled: () => Promise<unknown>
  /** Fetches it before it is needed. Nobody hears of a failure: the fetch is repeated when it is needed. */
  prepare: () => void
}

/** First loads of prerendered pieces; early clicks are replayed after them. */
export const prerenderedPieces: Promise<unknown>[] = []

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
  let first: Promise<unknown> | null = null
  const load = async () => {
    if (component !== null) return component
    loading ??= fetchOnce()
    return loading
  }
  const settled = () => {
    if (first === null) prerenderedPieces.push((first = load().catch(() => undefined)))
    return first
  }
  return { loaded: () => component, load, settled, prepare: () => void load().catch(() => undefined) }
}

interface UsedPiece<Props> {
  /** Null until it has come. */
  Piece: ComponentType<Props> | null
  isLost: boolean
  /** Fetches what was lost once more. */
  retry: () => void
}

/** Fetches `piece`, the same one for life, from the first moment that it is wanted. A lost one is left to the caller. */
export function usePiece<Props>(piece: LazyPiece<Props>, isWanted = true): UsedPiece<Props> {
  const [Piece, setPiece] = useState(piece.loaded)
  const [turn, setTurn] = useState(0)
  const [lostTurn, setLostTurn] = useState<number | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    piece.load().then(
      (component) => isCurrent && setPiece(() => component),
      () => isCurrent && setLostTurn(turn),
    )
    return () => {
      isCurrent = false
    }
  }, [piece, isWanted, turn])

  return { Piece, isLost: Piece === null && lostTurn === turn, retry: () => setTurn(turn + 1) }
}
