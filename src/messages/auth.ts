/** Signing in and signing up. The sentences for passwords are the specification's own (messages.ts). */
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
  sendLink: 'Надіслати посилання',
  linkSent: (email: string) =>
    `Якщо для ${email} є обліковий запис, за хвилину прийде лист із посиланням. Відкрийте його в цьому самому браузері.`,
  linkFailed: 'Не вдалося надіслати посилання. Спробуйте ще раз.',
  linkAbsent: 'На цьому сервері вхід за посиланням не працює. Увійдіть із паролем.',

  callbackTitle: 'Входимо',
  callbackFailedTitle: 'Увійти не вдалося',
  callbackIncomplete: 'Посилання неповне. Відкрийте його ще раз просто з листа або попросіть нове.',
  callbackForeign:
    'Це посилання просили в іншому браузері або вже використали. Відкрийте лист там, де просили, або попросіть нове посилання тут.',
  askNewLink: 'Попросити нове посилання',

  registerTitle: 'Реєстрація',
  registerLead: 'Кілька полів, і можна починати.',
  firstName: "Ім'я",
  lastName: 'Прізвище',
  passwordHint: 'Щонайменше 8 символів.',
  passwordAgain: 'Пароль ще раз',
  register: 'Зареєструватися',
  haveAccount: 'Уже зареєстровані?',
  toLogin: 'Увійти',

  acceptOffer: 'Приймаю',
  offer: 'договір оферти',
  acceptPrivacy: 'Погоджуюся з',
  privacy: 'політикою конфіденційності',
  acceptNewsletter: 'Хочу отримувати листи про нові тести, див.',
  newsletter: 'умови розсилки',

  emailRequired: "Email обов'язковий",
  emailInvalid: 'Введіть email у вигляді name@example.com',
  passwordRequired: "Пароль обов'язковий",
  passwordTooLong: 'Пароль не може бути довшим за 128 символів',
  firstNameRequired: "Ім'я обов'язкове",
  lastNameRequired: "Прізвище обов'язкове",
  nameTooLong: 'Не більше 100 символів',
  offerRequired: 'Без прийняття оферти зареєструватися не можна',
  privacyRequired: 'Без цієї згоди зареєструватися не можна',
  documentsFailed: 'Не вдалося завантажити документи, з якими треба погодитися. Спробуйте ще раз.',
} as const
