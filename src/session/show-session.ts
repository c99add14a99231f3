import type { SessionReply } from '#contract/session.ts'
import { sessionState, updateSession } from './session-state.ts'
import { partFrom } from './signed-out.ts'

/** Makes the owner of a session reply the user of this window. */
export function showSession({ user_id: id, is_active, is_verified }: SessionReply): void {
  const { user } = sessionState()
  const known = user?.id === id ? user : { id }
  updateSession({
    status: 'signed-in',
    authStatus: 'success',
    authError: null,
    user: { ...known, is_active, is_verified },
  })
  if (user !== null && user.id !== id) void partFrom(user.id)
}
