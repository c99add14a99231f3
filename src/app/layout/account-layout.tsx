import { NavLink, Outlet } from 'react-router-dom'
import { VerifyBanner } from '../../features/profile/verify-banner.tsx'
import { menuTexts } from '../../messages/menu.ts'
import { paths } from '../../paths.ts'
import { UnreadBadge } from '../menu/unread-badge.tsx'
import { useUnread } from '../menu/use-unread.ts'
import { accountLinks } from './account-links.ts'
import styles from './account-navigation.module.css'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Pages of the personal cabinet: header, the navigation bar on wide screens, footer (S2.05). */
export function AccountLayout() {
  const header = (
    <>
      <SiteHeader />
      <AccountNavigation />
      <VerifyBanner />
    </>
  )
  return (
    <PageFrame header={header} footer={<SiteFooter />}>
      <Outlet />
    </PageFrame>
  )
}

/** The bar of the cabinet's pages; at 1024 px and below the menu holds these links (S2.17). */
function AccountNavigation() {
  const unread = useUnread()
  return (
    <nav aria-label={menuTexts.accountNavigation} className={styles.bar}>
      <ul className={styles.links}>
        {accountLinks.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={() => styles.link}>
              <span>{label}</span>
              {to === paths.notifications && <UnreadBadge count={unread} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
