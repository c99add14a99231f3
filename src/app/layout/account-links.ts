import { menuTexts } from '../../messages/menu.ts'
import { paths } from '../../paths.ts'

/** The pages of the personal cabinet, as the menu and the navigation bar list them (S2.14, S2.17). */
export const accountLinks = [
  { to: paths.profile, label: menuTexts.account },
  { to: paths.notifications, label: menuTexts.notifications },
  { to: paths.purchases, label: menuTexts.myPurchases },
  { to: paths.achievements, label: menuTexts.achievements },
  { to: paths.faq, label: menuTexts.faq },
] as const
