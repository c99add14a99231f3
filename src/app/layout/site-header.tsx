import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { useSession } from '../../session/session-state.ts'
import { Icon, menu } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Mark } from '../../ui/mark.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { useUnread } from '../../queries/unread-query.ts'
import { Overlay } from '../overlay.tsx'
import brandStyles from './brand.module.css'
import styles from './site-header.module.css'

const sideMenu = lazyPiece(() => import('../menu/side-menu.tsx').then((m) => m.SideMenu))

/** The top bar: in full above 1024 px (S2.12), logo, name and burger at 1024 px and below (S2.13). */
export function SiteHeader() {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  const [menuPage, setMenuPage] = useState<string | null>(null)
  // The menu belongs to the page of its press: code that comes late does not open it over the next page.
  if (menuPage !== null && menuPage !== pathname) setMenuPage(null)
  const isMenuOpen = menuPage === pathname
  const closeMenu = () => setMenuPage(null)
  const unread = useUnread()
  useEffect(() => whenIdle(sideMenu.prepare), [])
  const person = status !== 'guest' && user && (user.first_name || siteTexts.cabinet)
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
          {person && (
            <Link to={paths.profile} className={`${styles.link} ${styles.person}`}>
              {person}
            </Link>
          )}
          <button
            type="button"
            className={styles.toggle}
            aria-label={unread > 0 ? siteTexts.openMenuUnread(unread) : siteTexts.openMenu}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuPage(pathname)}
          >
            <Icon drawing={menu} size={28} />
            {unread > 0 && <span className={styles.dot} />}
          </button>
        </div>
      </div>
      {isMenuOpen && <Overlay piece={sideMenu} props={{ onClose: closeMenu }} onLost={closeMenu} />}
    </header>
  )
}

export function Brand() {
  return (
    <Link to={paths.home} className={brandStyles.brand}>
      <Mark size={36} />
      <span className={brandStyles.names}>
        <span className={brandStyles.name}>{siteTexts.name}</span>
        <span className={brandStyles.tagline}>{siteTexts.tagline}</span>
      </span>
    </Link>
  )
}
