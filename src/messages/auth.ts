import { isBlankText } from '#contract/pasted-text.ts'
import { emailNotLatin } from './not-latin.ts'

/** Signing in, and texts of all account forms. The sentences for passwords are the specification's (messages.ts). */
export const authTexts = {
  loginTitle: 'Вхід',
  loginLead: 'Увійдіть, щоб купувати тести, складати екзамени й бачити результати.',
  email: 'Електронна пошта',
  password: 'Пароль',
  rememberMe: 'Запам’ятати мене на цьому пристрої',
  logIn: 'Увійти',
  noAccount: 'Ще не маєте облікового запису?',
  toRegister: 'Зареєструватися',
  forgotPassword: 'Забули пароль?',
  after: {
    'password-reset': 'Пароль змінено. Увійдіть із новим паролем.',
    'sessions-ended': 'Сеанси на всіх пристроях завершено. Тут теж треба ввійти знову.',
    deletion:
      'Обліковий запис закрито, через 7 днів його буде видалено назавжди. Передумали? Відкрийте посилання з листа, який ми щойно надіслали.',
  },

  /** For a person who was signed in and was led here. */
  sessionEnded:
    'Сеанс завершився: минув його строк, або його завершили на іншому пристрої. Увійдіть знову, і повернетеся туди, де були.',

  byLink: 'Увійти за посиланням з листа',
  byPassword: 'Увійти з паролем',
  linkTitle: 'Вхід за посиланням',
  linkLead: 'Надішлемо лист із посиланням. Відкрийте його в цьому самому браузері, і ви ввійдете без пароля.',

  emailRequired: 'Електронна пошта обов’язкова',
  emailInvalid: 'Введіть адресу у вигляді name@example.com',
  passwordRequired: 'Пароль обов’язковий',
} as const

/** The fault of an email address, for forms of several pages. */
export const emailSentence = (value: unknown): string =>
  typeof value !== 'string' || isBlankText(value)
    ? authTexts.emailRequired
    : (emailNotLatin(value) ?? authTexts.emailInvalid)

/** A case of new passwords that the specification leaves out; the others are in account-messages.ts. */
export const newPasswordTexts = {
  tooLong: 'Пароль не може бути довшим за 128 символів',
} as const
