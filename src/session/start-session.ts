import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import type { KeptPair } from '../storage/session-db.ts'
import { endSession } from './end-session.ts'
import { followStored, onBecoming } from './follow-stored.ts'
import { loadProfile } from './load-profile.ts'
import { orNothing } from './or-nothing.ts'
import { mirrorPatience, renewTokens } from './renew-tokens.ts'
import { resetSession, updateSession } from './session-state.ts'
import { settleCopies } from './settle-copies.ts'
import { showSession } from './show-session.ts'
import { readTokens } from './tokens.ts'

/** Renews a stored session when the site opens (S4.01-S4.03), after `settleSession`. */
export async function startSession(): Promise<void> {
  followOtherTabs()
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
  await orNothing(settleCopies(mirrorPatience), mirrorPatience)
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
