import * as z from 'zod/mini'
import { requestSignInLink } from '#contract/auth.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { emailSentence } from './auth-sentences.ts'

export interface LinkValues {
  email: string
  remember_me: boolean
}

const { email, remember_me } = requestSignInLink.body.shape

export const linkResolver = formResolver<LinkValues>(
  z.object({ email, remember_me }) as z.ZodMiniType<LinkValues, LinkValues>,
  { email: emailSentence },
)
