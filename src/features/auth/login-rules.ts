import * as z from 'zod/mini'
import { LoginBody, requestSignInLink } from '#contract/auth.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { emailSentence, givenPasswordSentence } from './auth-sentences.ts'

export type LoginValues = z.output<typeof LoginBody>

export const emptyLogin: LoginValues = { email: '', password: '', remember_me: false }

export const loginResolver = formResolver<LoginValues>(LoginBody as z.ZodMiniType<LoginValues, LoginValues>, {
  email: emailSentence,
  password: givenPasswordSentence,
})

export interface LinkValues {
  email: string
  remember_me: boolean
}

const { email, remember_me } = requestSignInLink.body.shape

export const linkResolver = formResolver<LinkValues>(
  z.object({ email, remember_me }) as z.ZodMiniType<LinkValues, LinkValues>,
  { email: emailSentence },
)
