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

/** The address whose registration got no reply: the account may exist anyway. */
let unanswered: string | null = null

/** Creates an account and signs in. After a try without a reply, a taken address is most likely theirs: the password decides. */
export const signUp = (form: RegistrationForm): Promise<void> => signUpBy(() => request(register, { body: form }), form)

/** The random password of the last address that signed up on this page: a repeated registration must send the same one. */
let made: { email: string; password: string } | null = null

/** Signs up by the address alone. Nobody sees the password: the owner signs in by mailed links, or sets another one. */
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

/** Signs in with the password of the form; throws `error`, the failure of the registration, if that fails. */
function logIn({ email, password1: password }: Credentials, error: unknown): Promise<SessionReply> {
  return request(login, { body: { email, password, remember_me: false } }).catch(() => {
    throw error
  })
}

export const isTaken = (error: unknown) =>
  error instanceof ApiError && error.kind === 'reply' && error.status_code === 409

/** If the server gives no sentence, 409 has its own (S8.02). */
function registrationSentence(error: unknown): string {
  return failureSentence(error, isTaken(error) ? accountMessages.emailTaken : accountMessages.registrationFailed)
}
