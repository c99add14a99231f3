import { useSyncExternalStore } from 'react'
import { onServerClock, serverOffset } from '../http/server-clock.ts'

const unknown = () => null

/** `serverOffset` (server − device, ms); renders again when it changes. */
export const useServerOffset = (): number | null => useSyncExternalStore(onServerClock, serverOffset, unknown)
