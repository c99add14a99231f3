// A lazy boundary: only the page of registration loads it.
import { register } from '#contract/auth.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { login } from '#contract/log-in.ts'
import type { SessionReply } from '#contract/session.ts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { failureSentence } from '../messages/messages.ts'
import { accountMessages } from '../messages/account-messages.ts'
import { authenticate } from './sign-in.ts'

type RegistrationForm = EndpointInput<typeof register>['body']

/** The address whose registration nobody answered: its account may have been made anyway. */
let unanswered: string | null = null

/**
 * Creates an account and signs in, as `signIn` does. An address that is taken after a try that nobody answered is most likely this
 * person's own: their password tells.
 */
export function signUp(form: RegistrationForm): Promise<void> {
  return authenticate(async () => {
    try {
      return await request(register, { body: form })
    } catch (error) {
      if (unanswered === form.email && isTaken(error)) return logIn(form, error)
      unanswered = error instanceof ApiError && error.kind === 'reply' && error.status_code < 500 ? null : form.email
      throw error
    }
  }, registrationSentence)
}

/** Throws `error`, which is what the person needs to know, where their password opens nothing. */
function logIn({ email, password1: password }: RegistrationForm, error: unknown): Promise<SessionReply> {
  return request(login, { body: { email, password, remember_me: false } }).catch(() => {
    throw error
  })
}

const isTaken = (error: unknown) => error instanceof ApiError && error.kind === 'reply' && error.status_code === 409

/** 409 has a sentence of its own where the server gives none (S8.02). */
function registrationSentence(error: unknown): string {
  return failureSentence(error, isTaken(error) ? accountMessages.emailTaken : accountMessages.registrationFailed)
}
