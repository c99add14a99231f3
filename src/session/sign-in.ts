import { login, register, type SessionReply } from '#contract/auth.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { messages } from '../messages/messages.ts'
import { mirrorSignIn } from '../storage/session-mirror.ts'
import { loadProfile } from './load-profile.ts'
import { orNothing } from './or-nothing.ts'
import { sessionState, updateSession } from './session-state.ts'
import { partFrom } from './signed-out.ts'
import { readLocalCopy, writeLocalCopy } from './tokens.ts'

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
    await acceptSession(await call())
  } catch (error) {
    updateSession({ authStatus: 'error', authError: sentence(error) })
    throw error
  }
  // No await: the person goes on at once, the profile fills in when it comes; its failure is kept in the state.
  void loadProfile()
}

/** Stores the pair of a session reply, on the disk first, and makes its owner the user (S3.01). */
export async function acceptSession(reply: SessionReply): Promise<void> {
  const { access, refresh, user_id } = reply
  const pair = { access, refresh, user_id }
  const known = readLocalCopy().seq ?? 0
  const row = await orNothing(mirrorSignIn(pair, known))
  writeLocalCopy(pair, row?.seq ?? known + 1)
  showSession(reply)
}

/** Makes the owner of a session reply the user of this window. */
export function showSession({ user_id: id, is_active, is_verified }: SessionReply): void {
  const { user } = sessionState()
  const known = user?.id === id ? user : { id }
  updateSession({
    status: 'signed-in',
    authStatus: 'success',
    authError: null,
    user: { ...known, is_active, is_verified },
  })
  if (user !== null && user.id !== id) void partFrom(user.id)
}

/** 409 has a sentence of its own where the server gives none (S8.02). */
function registrationSentence(error: unknown): string {
  const taken = error instanceof ApiError && error.status_code === 409
  return failureSentence(error, taken ? messages.emailTaken : messages.registrationFailed)
}
