import * as z from 'zod/mini'
import { LoginBody } from '#contract/log-in.ts'
import { authTexts, emailSentence } from '../../messages/auth.ts'
import { formResolver } from '../../ui/form.ts'

export type LoginValues = z.output<typeof LoginBody>

export const emptyLogin: LoginValues = { email: '', password: '', remember_me: false }

export const loginResolver = formResolver<LoginValues>(LoginBody as z.ZodMiniType<LoginValues, LoginValues>, {
  email: emailSentence,
  password: () => authTexts.passwordRequired,
})
