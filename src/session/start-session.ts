import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { endSession, loseSession } from './end-session.ts'
import { loadProfile } from './load-profile.ts'
import { renewTokens } from './renew-tokens.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { acceptSession } from './sign-in.ts'
import { readTokens, readUserId } from './tokens.ts'

/**
 * Renews a stored session when the site opens (S4.01-S4.03). Without tokens no call is made; without a network, or with
 * a server that fails, the stored session stays as it is.
 */
export async function startSession(): Promise<void> {
  window.addEventListener('storage', followOtherTabs)
  const tokens = readTokens()
  if (tokens === null) return
  updateSession({ authStatus: 'pending' })
  try {
    const renewal = await renewTokens(tokens)
    if (renewal.outcome === 'refused') return endSession()
    if (renewal.reply) acceptSession(renewal.reply)
    else updateSession({ authStatus: 'success' })
  } catch (error) {
    updateSession({ authStatus: 'error', authError: failureSentence(error, messages.refreshFailed) })
  }
  await loadProfile()
}

/** Another tab signed in, signed out or became somebody else: this tab is that person too. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== null && !['access', 'refresh', 'user_id'].includes(key)) return
  const { status, user } = sessionState()
  if (readTokens() === null) {
    if (status === 'signed-in') loseSession()
  } else if (status !== 'signed-in' || user?.id !== readUserId()) {
    resetSession()
    void loadProfile()
  }
}
