import { counted } from './plural.ts'

/** The side menu and the bar of the personal cabinet. */
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
} as const
