/** Signing in, and what all forms of an account say. The sentences for passwords are the specification's own (messages.ts). */
export const authTexts = {
  loginTitle: 'Вхід',
  loginLead: 'Увійдіть, щоб купувати тести, складати екзамени й бачити результати.',
  email: 'Email',
  password: 'Пароль',
  rememberMe: "Запам'ятати мене на цьому пристрої",
  logIn: 'Увійти',
  noAccount: 'Ще не маєте облікового запису?',
  toRegister: 'Зареєструватися',
  forgotPassword: 'Забули пароль?',
  after: {
    'password-reset': 'Пароль змінено. Увійдіть із новим паролем.',
    'sessions-ended': 'Сеанси на всіх пристроях завершено. Тут теж треба увійти знову.',
    deletion:
      'Обліковий запис закрито, за 7 днів його буде видалено назавжди. Передумали? Відкрийте посилання з листа, який ми щойно надіслали.',
  },

  byLink: 'Увійти за посиланням з листа',
  byPassword: 'Увійти з паролем',
  linkTitle: 'Вхід за посиланням',
  linkLead: 'Надішлемо лист із посиланням. Відкрийте його в цьому самому браузері, і ви увійдете без пароля.',

  emailRequired: "Email обов'язковий",
  emailInvalid: 'Введіть email у вигляді name@example.com',
  passwordRequired: "Пароль обов'язковий",
} as const
