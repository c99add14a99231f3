// A lazy boundary: only the page of registration loads it.
import { register } from '#contract/auth.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { failureSentence } from '../messages/messages.ts'
import { accountMessages } from '../messages/account-messages.ts'
import { authenticate } from './sign-in.ts'

type RegistrationForm = EndpointInput<typeof register>['body']

/** Creates an account and signs in, as `signIn` does. */
export function signUp(form: RegistrationForm): Promise<void> {
  return authenticate(() => request(register, { body: form }), registrationSentence)
}

/** 409 has a sentence of its own where the server gives none (S8.02). */
function registrationSentence(error: unknown): string {
  const taken = error instanceof ApiError && error.status_code === 409
  return failureSentence(error, taken ? accountMessages.emailTaken : accountMessages.registrationFailed)
}
