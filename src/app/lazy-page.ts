import { type ComponentType, createElement, isValidElement, type ReactNode, use } from 'react'
import { createRoutesFromElements, matchRoutes } from 'react-router-dom'
import { loadWithTimeout } from '../ui/piece/load-chunk.ts'

/** A page whose code is fetched when it is first shown, or before that. */
export interface LazyPage {
  (): ReactNode
  /** Fetches the code beforehand. Raises ChunkLoadError; it is fetched again when the page is shown. */
  prepare: () => Promise<void>
}

/**
 * React draws a page again when its promise was rejected, and must find the same promise then: a new one would be waited
 * for again, without end. When the page is opened again later than this, it is fetched again.
 */
const drawnAgainWithinMs = 2_000

/**
 * Raises ChunkLoadError where it is shown and does not come within 120 s. Unlike one of React.lazy, a page that is prepared
 * is drawn at once: React would put up the loading text first and keep it for 300 ms, however soon the code is there.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let page: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null
  /** Somebody looks at the page and waits for what is being loaded: its failure is shown, and not tried again (S9.09). */
  let isAwaited = false

  const fetchPage = async () => {
    try {
      page = await loadWithTimeout(load)
      return page
    } catch (error) {
      setTimeout(forget, drawnAgainWithinMs)
      throw error
    }
  }
  const forget = () => {
    loading = null
    isAwaited = false
  }
  const loadOnce = () => {
    loading ??= fetchPage()
    return loading
  }
  const prepare = async () => {
    try {
      await loadOnce()
    } catch (error) {
      if (!isAwaited) loading = null
      throw error
    }
  }
  const awaited = () => {
    isAwaited = true
    return loadOnce()
  }
  return Object.assign(() => createElement(page ?? use(awaited())), { prepare })
}

/** A component of a route whose code can be fetched before it is shown. */
interface Preparable {
  prepare: (pathname: string) => Promise<void>
}

/** Fetches the code of the page that this route table has at this address, where it can. Raises ChunkLoadError. */
export async function preparePageOf(table: ReactNode, pathname: string): Promise<void> {
  const element = matchRoutes(createRoutesFromElements(table), pathname)?.at(-1)?.route.element
  if (isValidElement(element)) await (element.type as Partial<Preparable>).prepare?.(pathname)
}
