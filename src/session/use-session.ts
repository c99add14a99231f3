import { useSyncExternalStore } from 'react'
import { nobody, type SessionState, sessionState, subscribeSession } from './session-state.ts'

/** The session as it stands; renders anew at every change, other tabs' included. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState, () => nobody)
}
