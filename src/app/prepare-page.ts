import { isValidElement, type ReactNode } from 'react'
import { createRoutesFromElements, matchRoutes } from 'react-router-dom'

/** A component of a route whose code can be fetched before it is shown. */
interface Preparable {
  prepare: (pathname: string) => Promise<void>
}

/** Fetches the code of the page that this route table has at this address, where it can. Raises ChunkLoadError. */
export async function preparePageOf(table: ReactNode, pathname: string): Promise<void> {
  const element = matchRoutes(createRoutesFromElements(table), pathname)?.at(-1)?.route.element
  if (isValidElement(element)) await (element.type as Partial<Preparable>).prepare?.(pathname)
}
