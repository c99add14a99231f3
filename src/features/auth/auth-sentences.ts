import { isBlank } from '../../forms/is-blank.ts'
import { authTexts } from '../../messages/auth.ts'

/** What is wrong with a field, for the fields that several forms share. */
export const emailSentence = (value: unknown) => (isBlank(value) ? authTexts.emailRequired : authTexts.emailInvalid)

export const givenPasswordSentence = () => authTexts.passwordRequired
