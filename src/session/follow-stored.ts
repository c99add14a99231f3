import { isLoginHeld } from './login-hold.ts'
import { resetSession, sessionState, updateSession } from './session-state.ts'
import { partFrom } from './signed-out.ts'
import { readTokens, readUserId } from './tokens.ts'

const newcomers = new Set<() => void>()

/** Calls when this window becomes somebody by what another tab did. */
export function onBecoming(listener: () => void): void {
  newcomers.add(listener)
}

/**
 * Makes this window the person that local storage names: another tab signed in, signed out or became somebody else. A
 * person whose session goes while an exam runs here stays until the exam is left, or somebody else comes.
 */
export function followStored(): void {
  const { status, user } = sessionState()
  const former = user?.id ?? null
  if (readTokens() === null) {
    if (status !== 'signed-in') return
    if (isLoginHeld()) return updateSession({ status: 'ended' })
    resetSession()
    void partFrom(former)
    return
  }
  const stored = readUserId()
  const isSame = stored === null ? status === 'signed-in' : stored === former
  if (status === 'signed-in' && isSame) return
  if (isSame) updateSession({ status: 'signed-in' })
  else {
    resetSession()
    void partFrom(former)
  }
  for (const listener of newcomers) listener()
}
