import { counted } from './messages.ts'

export const menuTexts = {
  closeMenu: 'Закрити меню',
  menu: 'Меню',
  account: 'Особистий кабінет',
  notifications: 'Сповіщення',
  unread: (n: number) => counted(n, 'непрочитане', 'непрочитані', 'непрочитаних'),
  myPurchases: 'Мої покупки',
  achievements: 'Досягнення',
  faq: 'Питання й відповіді',
  logOut: 'Вийти',
  accountNavigation: 'Розділи кабінету',
  places: 'Головні сторінки',
  today: 'Сьогодні',
  tests: 'Тести',
  results: 'Результати',
  me: 'Я',
} as const

/** Above the pages of the cabinet while the address is not confirmed. */
export const verifyBannerTexts = {
  name: 'Підтвердження адреси',
  /** The address is unknown in the first moments after a log-in. */
  text: (email: string | undefined) =>
    `Підтвердьте ${email ?? 'свою адресу'}: посилання в листі, який ми надіслали після реєстрації.`,
  sendAgain: 'Надіслати лист ще раз',
  hide: 'Сховати до завтра',
} as const
