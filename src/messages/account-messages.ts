import { withUkrainianFirst } from './messages.ts'

/** Signing in and up, passwords, the profile. See `messages.ts`. */
export const specified = {
  loginFailed: 'Помилка авторизації',
  registrationFailed: 'Помилка реєстрації',
  emailTaken: 'Користувач з таким email вже існує',
  passwordCheckFailed: 'Помилка перевірки паролю',
  passwordChangeFailed: 'Помилка зміни паролю',
  passwordResetRequestFailed: 'Не удалось отправить письмо для сброса пароля',
  passwordResetConfirmFailed: 'Не удалось изменить пароль',
  profileSaveFailed: 'Не удалось сохранить профиль',
  oldPasswordRequired: "Старий пароль обов'язковий",
  newPasswordRequired: "Новий пароль обов'язковий",
  passwordTooShort: 'Пароль повинен містити мінімум 8 символів',
  passwordConfirmationRequired: "Підтвердження паролю обов'язкове",
  passwordsDiffer: 'Паролі не співпадають',
  oldPasswordWrong: 'Невірний старий пароль',
  passwordChangeUnexpected: 'Сталася помилка під час зміни паролю',
}

/** The same catalogue with Ukrainian in place of Russian and English, chosen by VITE_MESSAGES=uk. */
// Pure: a build that chose the other catalogue leaves this one out.
export const uk: typeof specified = /* @__PURE__ */ Object.assign({}, specified, {
  passwordResetRequestFailed: 'Не вдалося надіслати лист для відновлення пароля',
  passwordResetConfirmFailed: 'Не вдалося змінити пароль',
  profileSaveFailed: 'Не вдалося зберегти профіль',
} satisfies Partial<typeof specified>)

export const accountMessages = import.meta.env.VITE_MESSAGES === 'uk' ? uk : withUkrainianFirst(specified, uk)
