import { type ComponentType, createElement, isValidElement, type ReactNode, use } from 'react'
import { createRoutesFromElements, matchRoutes } from 'react-router-dom'
import { loadWithTimeout } from '../ui/piece/load-chunk.ts'

/** A page whose code is fetched when it is first shown, or before. */
export interface LazyPage {
  (): ReactNode
  /** Fetches the code beforehand. Raises ChunkLoadError; the page itself then fetches it again. */
  prepare: () => Promise<void>
}

/** How long a rejected promise is kept: React draws the page again and would await a new promise without end. Milliseconds. */
const drawnAgainWithinMs = 2_000

/**
 * Raises ChunkLoadError when shown, if the code does not come within 120 s. A prepared page is drawn immediately. React.lazy
 * would show the loading text first and keep it for 300 ms, however soon the code is there.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let page: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null
  /** The page is on the screen and waits for its code: a failure is shown, and not tried again (S9.09). */
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

/** Fetches the code of the page of this route table at an address, if it has any to fetch. Raises ChunkLoadError. */
export async function preparePageOf(table: ReactNode, pathname: string): Promise<void> {
  const element = matchRoutes(createRoutesFromElements(table), pathname)?.at(-1)?.route.element
  if (isValidElement(element)) await (element.type as Partial<Preparable>).prepare?.(pathname)
}
