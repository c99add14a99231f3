import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { useSession } from '../../session/use-session.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useUnread } from '../menu/use-unread.ts'
import { Brand } from './brand.tsx'
import styles from './site-header.module.css'

const loadMenu = () => import('../menu/side-menu.tsx')
const SideMenu = lazy(() => loadMenu().then((m) => ({ default: m.SideMenu })))

/** The top bar: in full above 1024 px (S2.12), logo, name and burger at 1024 px and below (S2.13). */
export function SiteHeader() {
  const { status, user } = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const unread = useUnread()
  // There before it is opened. A failed fetch is repeated then.
  useEffect(() => whenIdle(() => void loadMenu().catch(() => undefined)), [])
  const firstName = status === 'guest' ? null : user?.first_name
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <div className={styles.wide}>
          <Brand />
        </div>
        <Link to={paths.home} className={styles.narrow} aria-label={siteTexts.name}>
          <Mark size={36} />
        </Link>
        <div className={styles.links}>
          <Link to={paths.purchases} className={`${styles.link} ${styles.wide}`}>
            {siteTexts.myTests}
          </Link>
          {firstName && (
            <Link to={paths.profile} className={`${styles.link} ${styles.person}`}>
              {firstName}
            </Link>
          )}
          <button
            type="button"
            className={styles.toggle}
            aria-label={unread > 0 ? siteTexts.openMenuUnread(unread) : siteTexts.openMenu}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" size={28} />
            {unread > 0 && <span className={styles.dot} />}
          </button>
        </div>
      </div>
      <Suspense>{isMenuOpen && <SideMenu onClose={() => setMenuOpen(false)} />}</Suspense>
    </header>
  )
}
