import { loadProfile } from '../../session/start-session.ts'
import { sessionState } from '../../session/session-state.ts'

/** A link in a mail changed an account: the person who is signed in here may be its owner. A failure is kept in the session's state. */
export function reloadOwnProfile(): void {
  if (sessionState().status === 'signed-in') void loadProfile()
}
