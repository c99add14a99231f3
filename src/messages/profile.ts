/** The personal cabinet. */
export const profileTexts = {
  title: 'Особистий кабінет',
  lead: 'Ваші дані. З них іншим видно лише ім’я та прізвище, і то на сертифікаті, якщо ви його видали.',
  aboutTitle: 'Про вас',
  firstName: 'Ім’я',
  lastName: 'Прізвище',
  phone: 'Телефон',
  gender: 'Стать',
  genders: { '': 'Не вказано', female: 'Жіноча', male: 'Чоловіча', other: 'Інша' },
  description: 'Про себе',
  age: 'Вік (необов’язково)',
  /** Of a band of `ageBands`. */
  ages(band: string) {
    const [from, to] = band.match(/\d+/g) ?? []
    if (from === undefined) return 'Не вказано'
    if (to !== undefined) return `${from}–${to} роки`
    return band.startsWith('under') ? `До ${from} років` : `${from} років і більше`
  },
  schooling: 'Освіта (необов’язково)',
  schoolings: {
    '': 'Не вказано',
    basic: 'Базова середня',
    secondary: 'Повна середня',
    vocational: 'Професійна',
    college: 'Фахова передвища',
    higher: 'Вища',
  },
  ageIsFor:
    'Вік і освіту беремо лише для перевірки складності завдань за відповідями багатьох людей. На результати це не впливає.',
  save: 'Зберегти',
  undo: 'Скасувати зміни',
  saved: 'Зміни збережено.',
  firstNameRequired: 'Ім’я обов’язкове',
  lastNameRequired: 'Прізвище обов’язкове',
  nameTooLong: 'Не більше 100 символів',
  nameLetters: 'Напишіть літерами, в один рядок',
  phoneInvalid: 'Введіть номер у вигляді +380 67 123 45 67',
  descriptionTooLong: 'Не більше 2000 символів',

  /** Said where a call of this product meets a server that does not have it. */
  absent: 'На цьому сервері такої можливості немає.',
} as const

export const emailTexts = {
  title: 'Електронна пошта',
  verified: 'Адресу підтверджено.',
  unverified: 'Адресу ще не підтверджено: відкрийте посилання з листа, який ми надіслали після реєстрації.',
  sendLetter: 'Надіслати лист для підтвердження',
  letterSent: 'Лист надіслано. Відкрийте посилання з нього.',
  letterFailed: 'Не вдалося надіслати лист. Спробуйте ще раз.',
  change: 'Змінити адресу',
  newEmail: 'Нова адреса',
  password: 'Пароль',
  changeHint: 'Надішлемо листи на обидві адреси. Адреса зміниться, коли підтвердите з обох.',
  send: 'Надіслати листи',
  cancel: 'Скасувати',
  sent: (email: string) => `Надіслали листи на стару адресу й на ${email}. Відкрийте посилання в обох.`,
  failed: 'Не вдалося почати зміну адреси. Спробуйте ще раз.',
  required: 'Адреса обов’язкова',
  invalid: 'Введіть адресу у вигляді name@example.com',
  passwordRequired: 'Пароль обов’язковий',
} as const

export const appearanceTexts = {
  title: 'Вигляд сайту',
  theme: 'Тема',
  themes: { device: 'Як на пристрої', light: 'Світла', dark: 'Темна' },
  textSize: 'Розмір тексту',
  textSizes: { usual: 'Звичайний', larger: 'Більший', largest: 'Найбільший' },
  ofThisBrowser: 'Діє в цьому браузері, на всіх сторінках і під час екзамену.',
  notKept: 'Браузер не зберіг вибір: він діятиме до наступного завантаження сторінки.',
} as const

export const newsletterTexts = {
  title: 'Листи про нові тести',
  receive: 'Отримувати листи на',
  terms: 'умовах розсилки',
  on: 'Листи надходитимуть.',
  off: 'Листів більше не буде.',
  failed: 'Не вдалося зберегти. Спробуйте ще раз.',
} as const

export const securityTexts = {
  title: 'Вхід і безпека',
  changePassword: 'Змінити пароль',
  devices: 'Де ви ввійшли',
  devicesLead:
    'Бачите чужий пристрій? Завершіть сеанс на ньому й змініть пароль. Відповіді, збережені на пристрої, лишаться на ньому.',
  devicesFailed: 'Не вдалося дізнатися, де ви ввійшли.',
  unknownDevice: 'Невідомий браузер',
  thisDevice: 'Цей пристрій',
  lastUsed: (when: string) => `Востаннє ${when}`,
  endSession: 'Вийти',
  endSessionOn: (device: string, when: string) => `Вийти на пристрої «${device}», востаннє ${when}`,
  sessionEnded: (device: string) => `Сеанс на пристрої «${device}» завершено.`,
  endSessionFailed: 'Не вдалося завершити сеанс на обраному пристрої. Спробуйте ще раз.',
  endSessions: 'Завершити сеанси на всіх пристроях',
  endSessionsLead:
    'Вийдете всюди, де входили, і тут теж. Відповіді, збережені на пристроях, лишаться на них і надійдуть, коли ви знову там увійдете.',
  endSessionsAct: 'Завершити всі сеанси',
  endSessionsFailed: 'Не вдалося завершити сеанси. Спробуйте ще раз.',
  stay: 'Залишитися',
} as const

export const ownDataTexts = {
  title: 'Ваші дані',
  lead: 'Усе, що ми зберігаємо про вас, одним файлом: профіль, покупки, відповіді, результати.',
  download: 'Завантажити мої дані',
  downloaded: 'Файл збережено в завантаженнях.',
  downloadFailed: 'Не вдалося зібрати дані. Спробуйте ще раз.',
  fileName: 'moi-dani',
  deletion: 'Видалити обліковий запис',
  deletionTitle: 'Видалення облікового запису',
  deletionFacts: [
    'Обліковий запис закриється одразу: усі сеанси завершаться, тести й результати стануть недоступними.',
    'Через 7 днів дані буде стерто назавжди: профіль, відповіді, результати, досягнення. Записи про платежі закон зобов’язує зберігати; вони лишаться без вашого імені й адреси.',
    'До того часу все можна повернути за посиланням із листа, який ми надішлемо.',
  ],
  password: 'Ваш пароль',
  passwordRequired: 'Пароль обов’язковий',
  deletionAct: 'Видалити',
  deletionFailed: 'Не вдалося видалити обліковий запис. Спробуйте ще раз.',
  keep: 'Не видаляти',
} as const
