import { readProfile } from '#contract/profile.ts'
import { unreachable } from '../http/api-error.ts'
import { failureSentence, messages } from '../messages/messages.ts'
import { keepProfile, readKeptProfile, type KeptPair } from './session-db.ts'
import { renewTokens, sessionRequest } from './session-request.ts'
import { endSession, followStored, onBecoming, showSession } from './session-changes.ts'
import { ifStorageAnswers, readTokens, reconcileCopies, slowStorageTimeoutMs } from './session-copies.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'

/**
 * Puts back what a crash took from local storage and shows who is signed in, with what was last known of them. No call is
 * made. The guards judge after this, and no page is drawn before: it takes a few milliseconds, two seconds where the
 * storage is silent, and never rejects.
 */
export async function reconcileSession(): Promise<void> {
  // A local storage that takes nothing more throws here; who is signed in is read from it as it is.
  const reconciled = await ifStorageAnswers(reconcileCopies().then(() => true))
  resetSession()
  const { user } = sessionState()
  // What was silent once is not waited for again.
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
  // What another tab did while the kept profile was read had no listener yet.
  followStored()
  await resumeSession()
}

/**
 * Renews the stored pair and loads the profile. Without tokens no call is made; without a network, or with a server that
 * fails or is silent, the stored session stays as it is, and the state says what failed.
 */
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

/** A mirror that was too slow for the first page may still know of a session that a crash has taken from local storage. */
async function storedTokens(): Promise<KeptPair | null> {
  if (readTokens() !== null) return readTokens()
  // A local storage that takes nothing more throws here: nobody is signed in then, as before.
  await ifStorageAnswers(reconcileCopies(slowStorageTimeoutMs), slowStorageTimeoutMs)
  if (readTokens() !== null) resetSession()
  return readTokens()
}

const sessionKeys: readonly (string | null)[] = ['access', 'refresh', 'user_id', null]

/** What other tabs do to the session happens here too: at once, or when a page that slept comes back. */
function followOtherTabs(): void {
  onBecoming(() => void loadProfile())
  window.addEventListener('storage', ({ key }) => {
    if (sessionKeys.includes(key)) followStored()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStored()
  })
}

/** How many changes of the person the server has taken from this window. */
let changes = 0

/** The server has just taken one: a reply that was asked for before may not know of it. */
export function noteProfileChange(): void {
  changes += 1
}

/**
 * Merges the profile into the user; until it comes, however long that takes (S7.04), what is known of the person stays. A
 * failure is kept in the state; a 401 after a renewal ends the session (S4.06).
 */
export async function loadProfile(): Promise<void> {
  const asked = sessionState().user?.id
  const before = changes
  const isOthers = () => sessionState().user?.id !== asked
  updateSession({ profileStatus: 'pending', profileError: null, profileUnreachable: null })
  try {
    const profile = await sessionRequest(readProfile, {}, { endsSession: true })
    if (isOthers()) return
    // What was saved while this was on its way would be shown as it was before.
    if (changes !== before) return await loadProfile()
    // The session's own id stays: another server may number people and profiles apart.
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
