import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icons/icon.tsx'
import { cross } from '../icons/site-drawings.ts'
import { Text } from '../text/text.tsx'
import { useUiTexts } from '../ui-texts.ts'
import styles from './modal.module.css'
import { useBackdropPress } from './use-backdrop-press.ts'

interface ModalProps {
  title: string
  onClose: () => void
  /** CSS lengths; by default at most 1200 px wide and 80vh high (S2.21). */
  width?: string
  height?: string
  children: ReactNode
}

/**
 * A native modal dialog: the browser keeps the focus inside, gives it back at the end and closes it by Escape. Closes by
 * its icon and by a press on the backdrop too; the page behind does not scroll.
 */
export function Modal({ title, onClose, width, height, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { close } = useUiTexts()
  const titleId = useId()
  // Before the element leaves the page: a dialog that is removed while open gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const backdropPress = useBackdropPress(() => dialog.current?.close())
  return (
    // The press on the backdrop is a convenience beside Escape and the close button, so it needs no key of its own.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      style={{ ...(width && { width }), ...(height && { height }) }}
      {...backdropPress}
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <div className={styles.sheet}>
        <header className={styles.header}>
          <Text as="h2" variant="subtitle1" id={titleId}>
            {title}
          </Text>
          <button type="button" className={styles.close} aria-label={close} onClick={() => dialog.current?.close()}>
            <Icon drawing={cross} />
          </button>
        </header>
        {/* Focusable so that the keyboard can scroll a long text. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.body} tabIndex={0} role="region" aria-labelledby={titleId}>
          {children}
        </div>
      </div>
    </dialog>
  )
}
