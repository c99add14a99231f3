import * as z from 'zod/mini'
import { RegisterBody } from '#contract/auth.ts'
import { emailSentence } from '../../messages/auth.ts'
import { registrationTexts } from '../../messages/registration.ts'
import { formResolver, isBlank, type Issue } from '../../ui/form.ts'
import { newPasswordSentence } from './new-password.tsx'

const { email, first_name, last_name, password1 } = RegisterBody.shape

/** The body's fields. Consents are boxes here. The password is typed once, can be shown, and is sent twice (decision 0059). */
const RegisterForm = z.object({
  email,
  first_name,
  last_name,
  password1,
  offer: z.literal(true),
  privacy: z.literal(true),
  newsletter: z.boolean(),
})

export interface RegisterValues {
  email: string
  first_name: string
  last_name: string
  password1: string
  offer: boolean
  privacy: boolean
  newsletter: boolean
}

export const emptyRegistration: RegisterValues = {
  email: '',
  first_name: '',
  last_name: '',
  password1: '',
  offer: false,
  privacy: false,
  newsletter: false,
}

export const registerResolver = formResolver<RegisterValues>(
  RegisterForm as unknown as z.ZodMiniType<RegisterValues, RegisterValues>,
  {
    email: emailSentence,
    first_name: nameSentence(registrationTexts.firstNameRequired),
    last_name: nameSentence(registrationTexts.lastNameRequired),
    password1: newPasswordSentence,
    offer: () => registrationTexts.offerRequired,
    privacy: () => registrationTexts.privacyRequired,
  },
)

function nameSentence(required: string) {
  return (value: unknown, { code }: Issue) => {
    if (isBlank(value)) return required
    return code === 'too_big' ? registrationTexts.nameTooLong : registrationTexts.nameLetters
  }
}
