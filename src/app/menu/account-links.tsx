import { menuTexts } from '../../messages/menu.ts'
import { paths } from '../../paths.ts'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './unread-badge.module.css'

/** The pages of the personal cabinet in the menu and the navigation bar (S2.14, S2.17). */
export const accountLinks = [
  { to: paths.profile, label: menuTexts.account },
  { to: paths.notifications, label: menuTexts.notifications },
  { to: paths.purchases, label: menuTexts.myPurchases },
  { to: paths.achievements, label: menuTexts.achievements },
  { to: paths.faq, label: menuTexts.faq },
] as const

/** The unread number next to a link: a number for the eye, a sentence for the ear. Nothing for 0. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className={hidden.visuallyHidden}>{menuTexts.unread(count)}</span>
    </>
  )
}
