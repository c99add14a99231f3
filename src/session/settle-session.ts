import { readProfile } from '#contract/profile.ts'
import { readKeptProfile } from '../storage/kept-profile.ts'
import { orNothing } from './or-nothing.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { settleCopies } from './settle-copies.ts'

/**
 * Puts back what a crash took from local storage and shows who is signed in, with what was last known of them. No call is
 * made. The guards judge after this, and no page is drawn before: it takes a few milliseconds, two seconds where the
 * storage is silent, and never rejects.
 */
export async function settleSession(): Promise<void> {
  // A local storage that takes nothing more throws here; who is signed in is read from it as it stands.
  const settled = await orNothing(settleCopies().then(() => true))
  resetSession()
  const { user } = sessionState()
  // What was silent once is not waited for again.
  if (user === null || settled === null) return
  const row = await orNothing(readKeptProfile(user.id))
  const kept = readProfile.response.safeParse(row?.profile)
  if (!kept.success || sessionState().user !== user) return
  const age = row?.savedAt === undefined ? {} : { savedAt: row.savedAt }
  updateSession({ user: { ...kept.data, ...age, ...user } })
}
