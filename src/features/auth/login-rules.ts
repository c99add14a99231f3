import * as z from 'zod/mini'
import { LoginBody } from '#contract/log-in.ts'
import { authTexts } from '../../messages/auth.ts'
import { emailNotLatin } from '../../messages/not-latin.ts'
import { formResolver, isBlank } from '../../ui/form.ts'

export type LoginValues = z.output<typeof LoginBody>

export const emptyLogin: LoginValues = { email: '', password: '', remember_me: false }

/** What is wrong with a field, for the fields that several forms share. */
export const emailSentence = (value: unknown) =>
  isBlank(value) ? authTexts.emailRequired : (emailNotLatin(value) ?? authTexts.emailInvalid)

export const loginResolver = formResolver<LoginValues>(LoginBody as z.ZodMiniType<LoginValues, LoginValues>, {
  email: emailSentence,
  password: () => authTexts.passwordRequired,
})
