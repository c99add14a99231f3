import { useSyncExternalStore } from 'react'
import type { Profile } from '#contract/profile.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import type { Unreachable } from '../http/api-error.ts'
import { readTokens, readUserId } from './session-copies.ts'

export type CallStatus = 'idle' | 'pending' | 'success' | 'error'

/** What the client knows of the person: certain after a login reply, complete after the profile (S3.01). */
export interface User extends Partial<Omit<Profile, 'id'>> {
  readonly id: string
  /** Milliseconds since 1970 by this device, when the server last said the profile; absent when nobody knows. */
  readonly savedAt?: number
}

/**
 * `ended`: the server refused the session while a page (a running exam) asked not to be taken away from its person.
 * The tokens are gone, the page stays; releasing the hold sends the person to the log-in page.
 */
export type SessionStatus = 'guest' | 'signed-in' | 'ended'

export interface SessionState {
  readonly status: SessionStatus
  readonly user: User | null
  readonly authStatus: CallStatus
  readonly authError: string | null
  readonly profileStatus: CallStatus
  readonly profileError: string | null
  /** Why the last try to load the profile did not reach the server; null when it did. */
  readonly profileUnreachable: Unreachable | null
}

/** Nobody is signed in, and nothing was tried: also what a page drawn at build time knows. */
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

/** Puts the session to what local storage says now: after a log-out, and when another tab changed it. */
export function resetSession(): void {
  updateSession(storedState())
}

export const subscribeSession = changed.subscribe

/** The id of the person whose attempts and purchases these are; also offline, and after a session ended in an exam. */
export function currentUserId(): string | null {
  return state.user?.id ?? readUserId()
}

/** The current session; renders again at every change, other tabs' included. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState, () => nobody)
}
