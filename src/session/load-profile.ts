import { readProfile } from '#contract/profile.ts'
import { unreachable } from '../http/unreachable.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { keepProfile } from '../storage/kept-profile.ts'
import { orNothing } from './or-nothing.ts'
import { profileChanges } from './profile-changes.ts'
import { sessionRequest } from './session-request.ts'
import { sessionState, updateSession } from './session-state.ts'

/**
 * Merges the profile into the user; until it comes, however long that takes (S7.04), what is known of the person stays. A
 * failure is kept in the state; a 401 after a renewal ends the session (S4.06).
 */
export async function loadProfile(): Promise<void> {
  const asked = sessionState().user?.id
  const changes = profileChanges()
  const isOthers = () => sessionState().user?.id !== asked
  updateSession({ profileStatus: 'pending', profileError: null, profileUnreachable: null })
  try {
    const profile = await sessionRequest(readProfile, {}, { endsSession: true })
    if (isOthers()) return
    // What was saved while this was on its way would be shown as it was before.
    if (profileChanges() !== changes) return await loadProfile()
    // The session's own id stays: another server may number people and profiles apart.
    const savedAt = Date.now()
    const user = { ...sessionState().user, ...profile, id: asked ?? profile.id, savedAt }
    updateSession({ profileStatus: 'success', user })
    await orNothing(keepProfile(user.id, profile, savedAt))
  } catch (error) {
    if (isOthers()) return
    const profileError = failureSentence(error, messages.profileLoadFailed, messages.networkRussian)
    updateSession({ profileStatus: 'error', profileError, profileUnreachable: unreachable(error) })
  }
}
