import { useSyncExternalStore } from 'react'

/** Whether the page is hydrated. The first render must equal the build's, or React discards the drawn page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => {}
