// A lazy boundary: a person who never changes a profile loads neither this nor its contract.
import { updateProfile } from '#contract/profile-change.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { keepProfile } from './session-db.ts'
import { noteProfileChange } from './start-session.ts'
import { ifStorageAnswers } from './session-copies.ts'
import { sessionRequest } from './session-request.ts'
import { sessionState, updateSession } from './session-state.ts'

/**
 * Saves the profile and merges the reply into the user. For fields that the server leaves out, the requested values are
 * taken. If another person has signed in meanwhile, the reply changes nothing here. Throws ApiError.
 */
export async function saveProfile(change: EndpointInput<typeof updateProfile>['body']): Promise<void> {
  const asked = sessionState().user?.id
  const { id: _id, ...reply } = await sessionRequest(updateProfile, { body: change })
  const said = Object.fromEntries(Object.entries(reply).filter(([, value]) => value != null))
  noteProfileChange()
  const { user } = sessionState()
  if (user === null || user.id !== asked) return
  const savedAt = Date.now()
  const saved = { ...user, ...change, ...said, savedAt }
  updateSession({ profileStatus: 'success', profileError: null, profileUnreachable: null, user: saved })
  await ifStorageAnswers(keepProfile(saved.id, saved, savedAt))
}
