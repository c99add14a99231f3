import { NavLink } from 'react-router-dom'
import { menuTexts } from '../../messages/menu.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { wishSignOut } from '../../session/sign-out-wish.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { accountLinks } from '../layout/account-links.ts'
import styles from './side-menu.module.css'
import { UnreadBadge } from './unread-badge.tsx'
import { useUnread } from './use-unread.ts'

const guestLinks = [
  { to: paths.login, label: siteTexts.logIn },
  { to: paths.register, label: siteTexts.register },
]

/** The menu's entries for guests and for signed-in people (S2.14). */
export function MenuEntries({ onChoose }: { onChoose: () => void }) {
  const { status } = useSession()
  const unread = useUnread()
  const isSignedIn = status === 'signed-in'
  const links = [{ to: paths.home, label: siteTexts.home }, ...(isSignedIn ? accountLinks : guestLinks)]

  const leave = () => {
    onChoose()
    wishSignOut()
  }
  return (
    <nav className={styles.entries} aria-label={menuTexts.menu}>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={() => styles.entry} onClick={onChoose}>
              {label}
              {to === paths.notifications && <UnreadBadge count={unread} />}
            </NavLink>
          </li>
        ))}
      </ul>
      {isSignedIn && (
        <Button variant="border" fullWidth onClick={leave}>
          {menuTexts.logOut}
        </Button>
      )}
    </nav>
  )
}
