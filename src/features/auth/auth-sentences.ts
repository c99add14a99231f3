import { passwordMaxLength } from '#contract/text-limits.ts'
import { authTexts } from '../../messages/auth.ts'
import { accountMessages } from '../../messages/account-messages.ts'

/** What is wrong with a field, for the fields that several forms share. */
export const emailSentence = (value: unknown) => (isBlank(value) ? authTexts.emailRequired : authTexts.emailInvalid)

export const givenPasswordSentence = () => authTexts.passwordRequired

export function newPasswordSentence(value: unknown): string {
  if (isBlank(value)) return authTexts.passwordRequired
  const isLong = typeof value === 'string' && value.length > passwordMaxLength
  return isLong ? authTexts.passwordTooLong : accountMessages.passwordTooShort
}

export function passwordAgainSentence(value: unknown): string {
  return isBlank(value) ? accountMessages.passwordConfirmationRequired : accountMessages.passwordsDiffer
}

export const nameSentence = (required: string) => (value: unknown) =>
  isBlank(value) ? required : authTexts.nameTooLong

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}
