import { counted } from './plural.ts'

/** What stands on every page: name, header, menu, footer, states that any page can have. */
export const siteTexts = {
  name: 'Тестування IQ',
  tagline: 'Комерційний сайт України',
  skipToContent: 'Перейти до змісту',

  myTests: 'Мої тести',
  openMenu: 'Відкрити меню',
  openMenuUnread: (n: number) =>
    `Відкрити меню, ${counted(n, 'непрочитане сповіщення', 'непрочитані сповіщення', 'непрочитаних сповіщень')}`,
  closeMenu: 'Закрити меню',
  menu: 'Меню',
  home: 'Головна',
  account: 'Особистий кабінет',
  notifications: 'Сповіщення',
  unread: (n: number) => counted(n, 'непрочитане', 'непрочитані', 'непрочитаних'),
  myPurchases: 'Мої покупки',
  achievements: 'Досягнення',
  faq: 'Питання й відповіді',
  logIn: 'Увійти',
  register: 'Реєстрація',
  logOut: 'Вийти',
  accountNavigation: 'Розділи кабінету',

  contacts: 'Контакти',
  writeToUs: 'Написати нам',
  documents: 'Документи',
  termsOfService: 'Відмова від відповідальності',
  privacyPolicy: 'Політика конфіденційності',
  offer: 'Договір оферти',
  newsletter: 'Згода на розсилку',
  copyright: '© 2025 Тестування IQ',

  close: 'Закрити',
  tryAgain: 'Спробувати ще раз',
  showPassword: 'Показати пароль',
  hidePassword: 'Приховати пароль',

  updateReady: 'Готова нова версія сайту.',
  updateNow: 'Оновити',
  updateLater: 'Пізніше',

  pageFailedTitle: 'Сторінка не відкрилася',
  chunkFailed: "Не вдалося завантажити частину сайту. Перевірте з'єднання з інтернетом і спробуйте ще раз.",
  pageFailed: 'Сталася помилка, якої ми не чекали. Збережені дані не постраждали. Завантажте сторінку ще раз.',
  loadAgain: 'Завантажити ще раз',
  toHome: 'На головну',
} as const
