import { readProfile } from '#contract/profile.ts'
import { isUnauthorized } from '../http/api-error.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { endSession } from './end-session.ts'
import { sessionRequest } from './session-request.ts'
import { sessionState, updateSession } from './session-state.ts'
import { readTokens } from './tokens.ts'

/** Merges the profile into the user. A failure is kept in the state; a 401 after a renewal ends the session (S4.06). */
export async function loadProfile(): Promise<void> {
  updateSession({ profileStatus: 'pending', profileError: null })
  try {
    const profile = await sessionRequest(readProfile, {})
    updateSession({ profileStatus: 'success', user: { ...sessionState().user, ...profile } })
  } catch (error) {
    updateSession({ profileStatus: 'error', profileError: failureSentence(error, messages.profileLoadFailed) })
    if (isUnauthorized(error) && readTokens() !== null) endSession()
  }
}
