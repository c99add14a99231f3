import { createEmitter } from '../concurrency/emitter.ts'
import { useSyncExternalStore } from 'react'

let isLost = false
const changed = createEmitter()

function set(lost: boolean): void {
  isLost = lost
  changed.emit()
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
    changed.subscribe,
    () => isLost,
    () => false,
  )
}
