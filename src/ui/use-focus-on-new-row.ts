import { useLayoutEffect, useRef } from 'react'

interface GrowingList {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
}

const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('main li')]

/**
 * The button that brings a list's last page goes with it, and a keyboard would begin at the top: the first row that has
 * come takes the focus instead. Gives back what to call before a page is asked for. Who has moved on by then is left
 * alone.
 */
export function useFocusOnNewRow({ hasNextPage, isFetchingNextPage }: GrowingList): () => void {
  const rowsBefore = useRef<ReadonlySet<HTMLElement>>(null)
  useLayoutEffect(() => {
    if (isFetchingNextPage) return
    const before = rowsBefore.current
    rowsBefore.current = null
    if (hasNextPage || before === null || document.activeElement !== document.body) return
    const first = rowsOfPage().find((row) => !before.has(row))
    if (!first) return
    first.tabIndex = -1
    // A person who has scrolled away by then looks at something else.
    first.focus({ preventScroll: true })
  }, [hasNextPage, isFetchingNextPage])
  return () => {
    rowsBefore.current = new Set(rowsOfPage())
  }
}
