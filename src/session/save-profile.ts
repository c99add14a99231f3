import { updateProfile } from '#contract/profile.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { sessionRequest } from './session-request.ts'
import { sessionState, updateSession } from './session-state.ts'

/** Saves the profile and merges what the server made of it into the user. Throws ApiError. */
export async function saveProfile(change: EndpointInput<typeof updateProfile>['body']): Promise<void> {
  const profile = await sessionRequest(updateProfile, { body: change })
  updateSession({ profileStatus: 'success', profileError: null, user: { ...sessionState().user, ...profile } })
}
