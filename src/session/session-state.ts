import { useSyncExternalStore } from 'react'
import type { Profile } from '#contract/profile.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import type { Unreachable } from '../http/api-error.ts'
import { readTokens, readUserId } from './session-copies.ts'

export type CallStatus = 'idle' | 'pending' | 'success' | 'error'

/** What the client knows of the person: confirmed by a login reply, complete after the profile (S3.01). */
export interface User extends Partial<Omit<Profile, 'id'>> {
  readonly id: string
  /** When the server last sent the profile: milliseconds since 1970 by this device. Absent if unknown. */
  readonly savedAt?: number
}

/**
 * `ended`: the server refused the session while a page (a running exam) held the log-in redirect. The tokens are gone, and the
 * page stays. Releasing the hold leads to the log-in page.
 */
export type SessionStatus = 'guest' | 'signed-in' | 'ended'

export interface SessionState {
  readonly status: SessionStatus
  readonly user: User | null
  readonly authStatus: CallStatus
  readonly authError: string | null
  readonly profileStatus: CallStatus
  readonly profileError: string | null
  /** Why the last profile request did not get a reply of the server; null if it did. */
  readonly profileUnreachable: Unreachable | null
}

/** Nobody is signed in, and nothing was tried. A page drawn at build time has this state, too. */
export const nobody: SessionState = {
  status: 'guest',
  user: null,
  authStatus: 'idle',
  authError: null,
  profileStatus: 'idle',
  profileError: null,
  profileUnreachable: null,
}

function storedState(): SessionState {
  const id = readUserId()
  if (readTokens() === null) return nobody
  return { ...nobody, status: 'signed-in', user: id === null ? null : { id } }
}

let state = storedState()
const changed = createEmitter()

export function sessionState(): SessionState {
  return state
}

export function updateSession(change: Partial<SessionState>): void {
  state = { ...state, ...change }
  changed.emit()
}

/** Sets the session to what localStorage says: after a log-out, and when another tab changed it. */
export function resetSession(): void {
  updateSession(storedState())
}

export const subscribeSession = changed.subscribe

/** The id of the person whose data are shown; also offline, and after a session ended in an exam. */
export function currentUserId(): string | null {
  return state.user?.id ?? readUserId()
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState, () => nobody)
}
