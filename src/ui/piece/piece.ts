import { type ComponentType, useEffect, useState } from 'react'
import { loadWithTimeout } from './load-chunk.ts'

/** A part of a page whose code is fetched when needed. Unlike with React.lazy, a failed fetch can be repeated. */
export interface LazyPiece<Props> {
  loaded: () => ComponentType<Props> | null
  /** Fetches the code, or joins the running fetch. Raises ChunkLoadError; the next call tries again. */
  load: () => Promise<ComponentType<Props>>
  /** Settles, without rejecting, when the first load has ended; always the same promise, for React's `use`. */
  settled: () => Promise<unknown>
  /** Fetches the code beforehand. A failure is silent: the fetch is repeated when the piece is needed. */
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
  Piece: ComponentType<Props> | null
  isLost: boolean
  retry: () => void
}

/** Fetches `piece` once it is wanted; `piece` must never change. The caller handles a lost piece. */
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
