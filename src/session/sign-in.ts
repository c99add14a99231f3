import { login, register, type SessionReply } from '#contract/auth.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { loadProfile } from './load-profile.ts'
import { updateSession } from './session-state.ts'
import { writeTokens } from './tokens.ts'

type LoginForm = EndpointInput<typeof login>['body']
type RegistrationForm = EndpointInput<typeof register>['body']

/** Logs in, stores the tokens, starts loading the profile. Throws ApiError; its sentence is in `authError` too (S4.04). */
export function signIn(form: LoginForm): Promise<void> {
  return authenticate(
    () => request(login, { body: form }),
    (error) => failureSentence(error, messages.loginFailed),
  )
}

/** Creates an account and signs in, as `signIn` does. */
export function signUp(form: RegistrationForm): Promise<void> {
  return authenticate(() => request(register, { body: form }), registrationSentence)
}

async function authenticate(call: () => Promise<SessionReply>, sentence: (error: unknown) => string): Promise<void> {
  updateSession({ authStatus: 'pending', authError: null })
  try {
    acceptSession(await call())
  } catch (error) {
    updateSession({ authStatus: 'error', authError: sentence(error) })
    throw error
  }
  // No await: the person goes on at once, the profile fills in when it comes; its failure is kept in the state.
  void loadProfile()
}

/** Stores the pair of a session reply and makes its owner the user (S3.01). */
export function acceptSession(reply: SessionReply): void {
  writeTokens(reply)
  const { user_id: id, is_active, is_verified } = reply
  updateSession({ status: 'signed-in', authStatus: 'success', authError: null, user: { id, is_active, is_verified } })
}

/** 409 has a sentence of its own where the server gives none (S8.02). */
function registrationSentence(error: unknown): string {
  const taken = error instanceof ApiError && error.status_code === 409
  return failureSentence(error, taken ? messages.emailTaken : messages.registrationFailed)
}
