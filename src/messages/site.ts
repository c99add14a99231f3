import { counted } from './messages.ts'

/** The texts of every page: name, header, footer, states that any page can have. */
export const siteTexts = {
  name: 'Тестування IQ',
  tagline: 'Комерційний сайт України',
  skipToContent: 'Перейти до вмісту',

  myTests: 'Мої тести',
  /** In place of the name of an account that was made by an address alone. */
  cabinet: 'Кабінет',
  openMenu: 'Відкрити меню',
  openMenuUnread: (n: number) =>
    `Відкрити меню, ${counted(n, 'непрочитане сповіщення', 'непрочитані сповіщення', 'непрочитаних сповіщень')}`,
  home: 'Головна',
  logIn: 'Увійти',
  register: 'Реєстрація',
  loggingOut: 'Виходимо з облікового запису…',
  logOutNow: 'Вийти зараз',

  allTests: 'Усі тести',
  examples: 'Приклади',
  payment: 'Оплата й повернення',
  contacts: 'Контакти',
  writeToUs: 'Написати нам',
  documents: 'Документи',
  termsOfService: 'Застереження щодо результатів',
  privacyPolicy: 'Політика конфіденційності',
  offer: 'Договір оферти',
  /** The edition of an accepted text; another server may give no day. The digest in the version means nothing to people. */
  edition: (version: string, day: string | null) =>
    `Редакція ${version.replace(/-[0-9a-f]{12}$/, '')}${day === null ? '' : ` від ${day}`}`,
  newsletter: 'Згода на розсилку',
  copyright: '© 2025 Тестування IQ',

  close: 'Закрити',
  tryAgain: 'Спробувати ще раз',
  showPassword: 'Показати пароль',
  hidePassword: 'Приховати пароль',

  pageFailedTitle: 'Сторінка не відкрилася',
  chunkFailed: 'Не вдалося завантажити частину сайту. Перевірте з’єднання з інтернетом і спробуйте ще раз.',
  pageFailed: 'Сталася помилка, якої ми не чекали. Збережені дані не постраждали. Завантажте сторінку ще раз.',
  loadAgain: 'Завантажити ще раз',
  toHome: 'На головну',
} as const
