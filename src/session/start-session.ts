import { readProfile } from '#contract/profile.ts'
import { unreachable } from '../http/api-error.ts'
import { failureSentence, messages } from '../messages/messages.ts'
import { keepProfile, readKeptProfile, type KeptPair } from './session-db.ts'
import { renewTokens, sessionRequest } from './session-request.ts'
import { endSession, followStored, onBecoming, showSession } from './session-changes.ts'
import { ifStorageAnswers, readTokens, reconcileCopies, slowStorageTimeoutMs } from './session-copies.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'

/**
 * Restores what a crash took from localStorage, and shows who is signed in, with their last known profile. Makes no call and
 * never rejects. Guards judge and pages are drawn only after this: a few milliseconds, two seconds if the storage is silent.
 */
export async function reconcileSession(): Promise<void> {
  // A localStorage that takes nothing more throws here. The session is then read from it without a repair.
  const reconciled = await ifStorageAnswers(reconcileCopies().then(() => true))
  resetSession()
  const { user } = sessionState()
  // A storage that was silent once is not asked again.
  if (user === null || reconciled === null) return
  const row = await ifStorageAnswers(readKeptProfile(user.id))
  const kept = readProfile.response.safeParse(row?.profile)
  if (!kept.success || sessionState().user !== user) return
  const age = row?.savedAt === undefined ? {} : { savedAt: row.savedAt }
  updateSession({ user: { ...kept.data, ...age, ...user } })
}

/** Renews a stored session when the site opens (S4.01-S4.03), after `reconcileSession`. */
export async function startSession(): Promise<void> {
  followOtherTabs()
  // While the kept profile was read, no listener heard the changes of other tabs.
  followStored()
  await resumeSession()
}

/** Renews the stored pair and loads the profile. No call without tokens. A failure leaves the session and is in the state. */
export async function resumeSession(): Promise<void> {
  const tokens = await storedTokens()
  if (tokens === null) return
  updateSession({ authStatus: 'pending', authError: null })
  try {
    const renewal = await renewTokens(tokens)
    if (renewal.outcome === 'refused') return await endSession(tokens)
    if (renewal.outcome === 'left') return followStored()
    if (renewal.reply) showSession(renewal.reply)
    else updateSession({ authStatus: 'success' })
  } catch (error) {
    updateSession({ authStatus: 'error', authError: failureSentence(error, messages.refreshFailed) })
  }
  await loadProfile()
}

/** The stored pair; asks a mirror again that was too slow for the first page and may know a session that a crash took. */
async function storedTokens(): Promise<KeptPair | null> {
  if (readTokens() !== null) return readTokens()
  // A localStorage that takes nothing more throws here: nobody is signed in then, as before.
  await ifStorageAnswers(reconcileCopies(slowStorageTimeoutMs), slowStorageTimeoutMs)
  if (readTokens() !== null) resetSession()
  return readTokens()
}

const sessionKeys: readonly (string | null)[] = ['access', 'refresh', 'user_id', null]

/** Follows what other tabs do to the session: immediately, or when a page that slept comes back. */
function followOtherTabs(): void {
  onBecoming(() => void loadProfile())
  window.addEventListener('storage', ({ key }) => {
    if (sessionKeys.includes(key)) followStored()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStored()
  })
}

/** How many profile changes of this window the server has accepted. */
let changes = 0

/** Notes an accepted change: a profile reply that was requested before may lack it. */
export function noteProfileChange(): void {
  changes += 1
}

/** Merges the profile into the user. Until it comes (S7.04), known data stay. A 401 after a renewal ends the session (S4.06). */
export async function loadProfile(): Promise<void> {
  const asked = sessionState().user?.id
  const before = changes
  const isOthers = () => sessionState().user?.id !== asked
  updateSession({ profileStatus: 'pending', profileError: null, profileUnreachable: null })
  try {
    const profile = await sessionRequest(readProfile, {}, { endsSession: true })
    if (isOthers()) return
    // The reply may lack a change that was saved while it was on its way.
    if (changes !== before) return await loadProfile()
    // The session's own id stays: another server may number people and profiles separately.
    const savedAt = Date.now()
    const user = { ...sessionState().user, ...profile, id: asked ?? profile.id, savedAt }
    updateSession({ profileStatus: 'success', user })
    await ifStorageAnswers(keepProfile(user.id, profile, savedAt))
  } catch (error) {
    if (isOthers()) return
    const profileError = failureSentence(error, messages.profileLoadFailed, messages.networkRussian)
    updateSession({ profileStatus: 'error', profileError, profileUnreachable: unreachable(error) })
  }
}
