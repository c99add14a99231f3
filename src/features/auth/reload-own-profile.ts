import { loadProfile } from '../../session/load-profile.ts'
import { sessionState } from '../../session/session-state.ts'

/** A letter's link changed an account: who is signed in here may be its owner. A failure is kept in the session's state. */
export function reloadOwnProfile(): void {
  if (sessionState().status === 'signed-in') void loadProfile()
}
