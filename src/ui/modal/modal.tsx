import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { cross } from '../icons/site-drawings.ts'
import { Text } from '../text/text.tsx'
import { useUiTexts } from '../ui-texts.ts'
import styles from './modal.module.css'
import { SpeechBehind } from './speech-behind.tsx'
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
 * its icon and by a press on the backdrop too; the page behind does not scroll. The focus begins at its title: what is
 * read first is what it is about, and Enter presses nothing by chance.
 */
export function Modal({ title, onClose, width, height, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { close } = useUiTexts()
  const titleId = useId()
  // Before the element leaves the page: a dialog that is removed while open gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    heading.current?.focus()
    return () => element?.close()
  }, [])

  const body = useRef<HTMLDivElement>(null)
  const hasMore = useHasMore(body)
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
          <Text as="h2" variant="subtitle1" id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </Text>
          <button type="button" className={styles.close} aria-label={close} onClick={() => dialog.current?.close()}>
            <Icon drawing={cross} />
          </button>
        </header>
        {/* A stop of Tab only where there is something to scroll. */}
        <div
          ref={body}
          className={styles.body}
          {...(hasMore && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}
        >
          <div>{children}</div>
        </div>
        <SpeechBehind dialog={dialog} />
      </div>
    </dialog>
  )
}

/** Whether the content is higher than its place, as either of them changes. */
function useHasMore(place: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setHasMore] = useState(false)
  useLayoutEffect(() => {
    const scroller = place.current!
    const observer = new ResizeObserver(() => setHasMore(scroller.scrollHeight > scroller.clientHeight + 1))
    for (const each of [scroller, scroller.firstElementChild!]) observer.observe(each)
    return () => observer.disconnect()
  }, [place])
  return hasMore
}
