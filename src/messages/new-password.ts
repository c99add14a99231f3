/** What the specification does not say of a password that somebody makes up; the rest is in account-messages.ts. */
export const newPasswordTexts = {
  tooLong: 'Пароль не може бути довшим за 128 символів',
} as const
