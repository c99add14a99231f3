/** The personal cabinet. */
export const profileTexts = {
  title: 'Особистий кабінет',
  lead: 'Ваші дані. Їх бачите лише ви.',
  aboutTitle: 'Про вас',
  firstName: "Ім'я",
  lastName: 'Прізвище',
  phone: 'Телефон',
  gender: 'Стать',
  genders: { '': 'Не вказано', female: 'Жіноча', male: 'Чоловіча', other: 'Інша' },
  description: 'Про себе',
  save: 'Зберегти',
  undo: 'Скасувати зміни',
  saved: 'Зміни збережено.',
  firstNameRequired: "Ім'я обов'язкове",
  lastNameRequired: "Прізвище обов'язкове",
  nameTooLong: 'Не більше 100 символів',
  phoneInvalid: 'Введіть номер у вигляді +380 67 123 45 67',
  descriptionTooLong: 'Не більше 2000 символів',

  /** Said where a call of this product meets a server that does not have it. */
  absent: 'На цьому сервері такої можливості немає.',
} as const

export const emailTexts = {
  title: 'Email',
  verified: 'Адресу підтверджено.',
  unverified: 'Адресу ще не підтверджено: відкрийте посилання з листа, який ми надіслали після реєстрації.',
  sendLetter: 'Надіслати лист для підтвердження',
  letterSent: 'Лист надіслано. Відкрийте посилання з нього.',
  letterFailed: 'Не вдалося надіслати лист. Спробуйте ще раз.',
  change: 'Змінити email',
  newEmail: 'Новий email',
  password: 'Пароль',
  changeHint: 'Надішлемо листи на обидві адреси. Email зміниться, коли підтвердите з обох.',
  send: 'Надіслати листи',
  cancel: 'Скасувати',
  sent: (email: string) => `Надіслали листи на стару адресу й на ${email}. Відкрийте посилання в обох.`,
  failed: 'Не вдалося почати зміну адреси. Спробуйте ще раз.',
  required: "Email обов'язковий",
  invalid: 'Введіть email у вигляді name@example.com',
  passwordRequired: "Пароль обов'язковий",
} as const

export const newsletterTexts = {
  title: 'Листи про нові тести',
  receive: 'Отримувати листи, див.',
  terms: 'умови розсилки',
  on: 'Листи надходитимуть.',
  off: 'Листів більше не буде.',
  failed: 'Не вдалося зберегти. Спробуйте ще раз.',
} as const

export const securityTexts = {
  title: 'Вхід і безпека',
  changePassword: 'Змінити пароль',
  endSessions: 'Завершити сеанси на всіх пристроях',
  endSessionsLead: 'Вийдете всюди, де входили, і тут теж. Відповіді, збережені на пристроях, лишаться на них.',
  endSessionsAct: 'Завершити всі сеанси',
  endSessionsFailed: 'Не вдалося завершити сеанси. Спробуйте ще раз.',
  stay: 'Залишитися',
} as const

export const ownDataTexts = {
  title: 'Ваші дані',
  lead: 'Усе, що ми зберігаємо про вас, одним файлом: профіль, покупки, відповіді, результати.',
  download: 'Завантажити мої дані',
  downloaded: 'Файл збережено у завантаженнях.',
  downloadFailed: 'Не вдалося зібрати дані. Спробуйте ще раз.',
  fileName: 'moi-dani',
  deletion: 'Видалити обліковий запис',
  deletionTitle: 'Видалення облікового запису',
  deletionFacts: [
    'Обліковий запис закриється одразу: усі сеанси завершаться, тести й результати стануть недоступними.',
    "За 7 днів дані буде стерто назавжди: профіль, відповіді, результати, досягнення. Записи про платежі закон зобов'язує зберігати; вони лишаться без вашого імені й адреси.",
    'До того часу все можна повернути за посиланням із листа, який ми надішлемо.',
  ],
  password: 'Ваш пароль',
  passwordRequired: "Пароль обов'язковий",
  deletionAct: 'Видалити',
  deletionFailed: 'Не вдалося видалити обліковий запис. Спробуйте ще раз.',
  keep: 'Не видаляти',
} as const
