// A lazy boundary: loaded in an idle moment, or when the menu is opened.
import { useLayoutEffect, useRef } from 'react'
import { menuTexts } from '../../messages/menu.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { requestSignOut } from '../../session/session-events.ts'
import { useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { cross, Icon } from '../../ui/icons/icon.tsx'
import { bell, enter, house, list, medal, person, personAdded, question } from '../../ui/icons/page-drawings.ts'
import { NavLink } from '../../ui/link.tsx'
import { Mark } from '../../ui/mark.tsx'
import { SpeechBehind, useBackdropPress } from '../../ui/modal/modal.tsx'
import { accountLinks, UnreadBadge } from './account-links.tsx'
import styles from './side-menu.module.css'
import { useUnread } from '../../queries/unread-query.ts'

/** The slide-out menu, a native modal: it keeps the focus and returns it to the toggle; Escape closes it (S2.15). */
export function SideMenu({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect closes it before the element leaves the page: a dialog removed while open gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const close = () => dialog.current?.close()
  const overlayPress = useBackdropPress(close)
  return (
    // A press on the overlay is a convenience next to Escape and the close button, and needs no key.
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={menuTexts.menu}
      {...overlayPress}
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Mark size={36} />
          <button type="button" className={styles.close} aria-label={menuTexts.closeMenu} onClick={close}>
            <Icon drawing={cross} size={28} />
          </button>
        </div>
        <MenuEntries onChoose={close} />
        <SpeechBehind dialog={dialog} />
      </div>
    </dialog>
  )
}

const drawings: Record<string, string> = {
  [paths.home]: house,
  [paths.login]: enter,
  [paths.register]: personAdded,
  [paths.profile]: person,
  [paths.notifications]: bell,
  [paths.purchases]: list,
  [paths.achievements]: medal,
  [paths.faq]: question,
}

const guestLinks = [
  { to: paths.login, label: siteTexts.logIn },
  { to: paths.register, label: siteTexts.register },
]

function MenuEntries({ onChoose }: { onChoose: () => void }) {
  const { status } = useSession()
  const unread = useUnread()
  const isSignedIn = status === 'signed-in'
  const links = [{ to: paths.home, label: siteTexts.home }, ...(isSignedIn ? accountLinks : guestLinks)]

  const leave = () => {
    onChoose()
    requestSignOut()
  }
  return (
    <nav className={styles.entries} aria-label={menuTexts.menu}>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={styles.entry} onClick={onChoose}>
              <Icon drawing={drawings[to]!} />
              <span>{label}</span>
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
