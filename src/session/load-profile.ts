import { readProfile } from '#contract/profile.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { keepProfile } from '../storage/kept-profile.ts'
import { orNothing } from './or-nothing.ts'
import { sessionRequest } from './session-request.ts'
import { sessionState, updateSession } from './session-state.ts'

/** A profile that does not come is no reason to look busy for ever: what is known of the person stays. Milliseconds. */
const replyLimit = 15_000

/** Merges the profile into the user. A failure is kept in the state; a 401 after a renewal ends the session (S4.06). */
export async function loadProfile(): Promise<void> {
  const asked = sessionState().user?.id
  const isOthers = () => sessionState().user?.id !== asked
  updateSession({ profileStatus: 'pending', profileError: null })
  try {
    const profile = await sessionRequest(readProfile, {}, { endsSession: true, timeout: replyLimit })
    if (isOthers()) return
    // The session's own id stays: another server may number people and profiles apart.
    const user = { ...sessionState().user, ...profile, id: asked ?? profile.id }
    updateSession({ profileStatus: 'success', user })
    await orNothing(keepProfile(user.id, profile))
  } catch (error) {
    if (isOthers()) return
    updateSession({ profileStatus: 'error', profileError: failureSentence(error, messages.profileLoadFailed) })
  }
}
