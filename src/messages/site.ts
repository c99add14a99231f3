import { counted } from './plural.ts'

/** What stands on every page: name, header, footer, states that any page can have. */
export const siteTexts = {
  name: 'Тестування IQ',
  tagline: 'Комерційний сайт України',
  skipToContent: 'Перейти до змісту',

  myTests: 'Мої тести',
  openMenu: 'Відкрити меню',
  openMenuUnread: (n: number) =>
    `Відкрити меню, ${counted(n, 'непрочитане сповіщення', 'непрочитані сповіщення', 'непрочитаних сповіщень')}`,
  home: 'Головна',
  logIn: 'Увійти',
  register: 'Реєстрація',

  allTests: 'Усі тести',
  contacts: 'Контакти',
  writeToUs: 'Написати нам',
  documents: 'Документи',
  termsOfService: 'Відмова від відповідальності',
  privacyPolicy: 'Політика конфіденційності',
  offer: 'Договір оферти',
  /** Which text it is that one agrees to; another server may not say since when. */
  edition: (version: string, day: string | null) => `Редакція ${version}${day === null ? '' : ` від ${day}`}`,
  newsletter: 'Згода на розсилку',
  copyright: '© 2025 Тестування IQ',

  close: 'Закрити',
  tryAgain: 'Спробувати ще раз',
  showPassword: 'Показати пароль',
  hidePassword: 'Приховати пароль',

  pageFailedTitle: 'Сторінка не відкрилася',
  chunkFailed: "Не вдалося завантажити частину сайту. Перевірте з'єднання з інтернетом і спробуйте ще раз.",
  pageFailed: 'Сталася помилка, якої ми не чекали. Збережені дані не постраждали. Завантажте сторінку ще раз.',
  loadAgain: 'Завантажити ще раз',
  toHome: 'На головну',
} as const
