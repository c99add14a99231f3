// A lazy boundary: only the page of registration and the end of a guest's trial load it.
import { register, registerByEmail } from '#contract/auth.ts'
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
export const signUp = (form: RegistrationForm): Promise<void> => signUpBy(() => request(register, { body: form }), form)

/** The random password of the address that signed up last on this page: a try whose reply was lost is repeated with the same one. */
let made: { email: string; password: string } | null = null

/** As `signUp`, by the address alone. The password is shown to nobody: its owner signs in by mailed links, or sets another one. */
export function signUpByEmail(form: Omit<EndpointInput<typeof registerByEmail>['body'], 'password1'>): Promise<void> {
  if (made?.email !== form.email) made = { email: form.email, password: crypto.randomUUID().replaceAll('-', '') }
  const body = { ...form, password1: made.password }
  return signUpBy(() => request(registerByEmail, { body }), body)
}

type Credentials = Pick<RegistrationForm, 'email' | 'password1'>

function signUpBy(call: () => Promise<SessionReply>, form: Credentials): Promise<void> {
  return authenticate(async () => {
    try {
      return await call()
    } catch (error) {
      if (unanswered === form.email && isTaken(error)) return logIn(form, error)
      unanswered = error instanceof ApiError && error.kind === 'reply' && error.status_code < 500 ? null : form.email
      throw error
    }
  }, registrationSentence)
}

/** Throws `error`, which is what the person needs to know, where their password opens nothing. */
function logIn({ email, password1: password }: Credentials, error: unknown): Promise<SessionReply> {
  return request(login, { body: { email, password, remember_me: false } }).catch(() => {
    throw error
  })
}

/** Whether the address has an account already. */
export const isTaken = (error: unknown) =>
  error instanceof ApiError && error.kind === 'reply' && error.status_code === 409

/** 409 has a sentence of its own where the server gives none (S8.02). */
function registrationSentence(error: unknown): string {
  return failureSentence(error, isTaken(error) ? accountMessages.emailTaken : accountMessages.registrationFailed)
}
