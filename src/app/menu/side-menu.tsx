import { useLayoutEffect, useRef } from 'react'
import { menuTexts } from '../../messages/menu.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { cross } from '../../ui/icons/site-drawings.ts'
import { Mark } from '../../ui/mark.tsx'
import { useBackdropPress } from '../../ui/modal/use-backdrop-press.ts'
import { MenuEntries } from './menu-entries.tsx'
import styles from './side-menu.module.css'

/**
 * The slide-out menu. A native modal dialog: the focus stays inside and goes back to the toggle, Escape closes it, the
 * page behind does not scroll (S2.15).
 */
export function SideMenu({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the element leaves the page: a dialog that is removed while open gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const close = () => dialog.current?.close()
  const overlayPress = useBackdropPress(close)
  return (
    // The press on the overlay is a convenience beside Escape and the close button, so it needs no key of its own.
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
      </div>
    </dialog>
  )
}
