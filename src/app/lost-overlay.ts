import { useSyncExternalStore } from 'react'

let isLost = false
const listeners = new Set<() => void>()

function set(lost: boolean): void {
  isLost = lost
  for (const listener of listeners) listener()
}

/** Says that something which was to open over the page could not be loaded. */
export function tellOfLostOverlay(): void {
  set(true)
}

/** It is tried again, or the person has read it. */
export function forgetLostOverlay(): void {
  set(false)
}

export function useIsOverlayLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
    () => false,
  )
}
