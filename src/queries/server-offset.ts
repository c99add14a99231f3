import { useSyncExternalStore } from 'react'
import { onServerClock, serverOffset } from '../http/server-clock.ts'

const unknown = () => null

/** server − device in milliseconds, as `serverOffset` tells it, again when a reply says another one. */
export const useServerOffset = (): number | null => useSyncExternalStore(onServerClock, serverOffset, unknown)
