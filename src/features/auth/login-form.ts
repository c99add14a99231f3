import type * as z from 'zod/mini'
import { LoginBody } from '#contract/auth.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { emailSentence, givenPasswordSentence } from './auth-sentences.ts'

export type LoginForm = z.output<typeof LoginBody>

export const emptyLogin: LoginForm = { email: '', password: '', remember_me: false }

export const loginResolver = formResolver<LoginForm>(LoginBody as z.ZodMiniType<LoginForm, LoginForm>, {
  email: emailSentence,
  password: givenPasswordSentence,
})
