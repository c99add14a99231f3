import { readProfile } from '#contract/profile.ts'
import { readKeptProfile } from '../storage/kept-profile.ts'
import { orNothing } from './or-nothing.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { settleCopies } from './settle-copies.ts'

/**
 * Puts back what a crash took from local storage and shows who is signed in, with what was last known of them. No call is
 * made. The guards judge after this; it takes a few milliseconds, and at most two seconds on a broken storage.
 */
export async function settleSession(): Promise<void> {
  await settleCopies()
  resetSession()
  const { user } = sessionState()
  if (user === null) return
  const kept = readProfile.response.safeParse(await orNothing(readKeptProfile(user.id)))
  if (kept.success && sessionState().user === user) updateSession({ user: { ...kept.data, ...user } })
}
