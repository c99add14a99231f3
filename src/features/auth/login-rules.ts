import * as z from 'zod/mini'
import { LoginBody } from '#contract/log-in.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { emailSentence, givenPasswordSentence } from './auth-sentences.ts'

export type LoginValues = z.output<typeof LoginBody>

export const emptyLogin: LoginValues = { email: '', password: '', remember_me: false }

export const loginResolver = formResolver<LoginValues>(LoginBody as z.ZodMiniType<LoginValues, LoginValues>, {
  email: emailSentence,
  password: givenPasswordSentence,
})
