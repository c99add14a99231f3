import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whatever of a text does not fit its place is scrolled there, by keys too: while there is something to scroll the element
 * is a stop of Tab. Some browsers see to that themselves, Safari does not.
 */
export function useScrollStop<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    const element = place.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    // Told after the layout: to ask before it would have the page laid out twice.
    const observer = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return place
}
