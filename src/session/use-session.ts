// Beside session-state.ts, which also runs where no React is: in the model and in tests of a window without a page.
import { useSyncExternalStore } from 'react'
import { nobody, type SessionState, sessionState, subscribeSession } from './session-state.ts'

/** The current session; renders anew at every change, other tabs' included. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState, () => nobody)
}
