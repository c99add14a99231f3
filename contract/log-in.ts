// A lazy boundary: only the pages of guests load it.
import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { SessionReply } from './session.ts'
import { passwordMaxLength } from './text-limits.ts'

/** A password that is only compared: any length that one could ever have had, with each accent as a letter of its own. */
export const passwordAsGiven = z.string().check(z.minLength(1), z.maxLength(4 * passwordMaxLength))

export const LoginBody = z.object({
  email: Email,
  password: passwordAsGiven,
  remember_me: z._default(z.boolean(), false),
})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login/',
  auth: 'none',
  summary: 'Log in',
  body: LoginBody,
  response: SessionReply,
})
