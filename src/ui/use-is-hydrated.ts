import { useSyncExternalStore } from 'react'

/**
 * False while a page is as the build has drawn it, true as soon as React has taken it over. What depends on it is
 * drawn as the build did first and renders again then: a first render that differs would throw the drawn page away.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
