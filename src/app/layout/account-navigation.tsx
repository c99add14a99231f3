import { NavLink } from 'react-router-dom'
import { menuTexts } from '../../messages/menu.ts'
import { paths } from '../../paths.ts'
import { UnreadBadge } from '../menu/unread-badge.tsx'
import { useUnread } from '../menu/use-unread.ts'
import styles from './account-navigation.module.css'
import { accountLinks } from './account-links.ts'

/** The bar of the cabinet's pages; at 1024 px and below the menu holds these links (S2.17). */
export function AccountNavigation() {
  const unread = useUnread()
  return (
    <nav aria-label={menuTexts.accountNavigation} className={styles.bar}>
      <ul className={styles.links}>
        {accountLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={() => styles.link}>
              {label}
              {to === paths.notifications && <UnreadBadge count={unread} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
