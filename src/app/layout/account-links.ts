import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'

/** The pages of the personal cabinet, as the menu and the navigation bar list them (S2.14, S2.17). */
export const accountLinks = [
  { to: paths.profile, label: siteTexts.account },
  { to: paths.notifications, label: siteTexts.notifications },
  { to: paths.purchases, label: siteTexts.myPurchases },
  { to: paths.achievements, label: siteTexts.achievements },
  { to: paths.faq, label: siteTexts.faq },
] as const
