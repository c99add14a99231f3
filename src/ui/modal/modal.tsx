import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import actionsStyles from '../actions.module.css'
import { cross, Icon } from '../icons/icon.tsx'
import { Text } from '../text.tsx'
import { useUiTexts } from '../ui-texts.ts'
import hidden from '../visually-hidden.module.css'
import styles from './modal.module.css'

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

const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
/** What no screen reader says of a live region. */
const silent = '[aria-live="off"], [aria-hidden="true"], [role="timer"]'

/**
 * What the live regions of the page say while a dialog covers it: with `showModal` the browser takes all that is outside
 * the dialog from screen readers, so that nobody would hear «Лишилася одна хвилина». Belongs into the dialog.
 */
export function SpeechBehind({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  const [said, setSaid] = useState({ words: '', times: 0 })
  useEffect(() => {
    const over = dialog.current!
    const heard = new Map<Element, string>()
    const isBehind = (region: Element) => !over.contains(region) && !region.hasAttribute('data-speech-behind')
    const regionsIn = (root: Element | Document) => [...root.querySelectorAll(live)].filter(isBehind)
    for (const region of regionsIn(document)) heard.set(region, wordsOf(region))
    const observer = new MutationObserver((changes) => {
      const changed = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = elementOf(target)?.closest(live)
        if (around && isBehind(around)) changed.add(around)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const region of regionsIn(node)) changed.add(region)
          if (node.matches(live) && isBehind(node)) changed.add(node)
        }
      }
      for (const region of changed) {
        const words = wordsOf(region)
        if (words !== '' && words !== heard.get(region)) setSaid(({ times }) => ({ words, times: times + 1 }))
        heard.set(region, words)
      }
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [dialog])
  return (
    <p aria-live="polite" data-speech-behind="" className={hidden.visuallyHidden}>
      {/* A new one each time: the same words once more are said once more. */}
      <span key={said.times}>{said.words}</span>
    </p>
  )
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

function wordsOf(region: Element): string {
  const copy = region.cloneNode(true) as Element
  for (const part of copy.querySelectorAll(silent)) part.remove()
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (texts.nextNode()) words.push(texts.currentNode.nodeValue!.trim())
  return words.filter(Boolean).join(' ')
}

/**
 * The handlers of a modal `<dialog>` that let a press on its backdrop close it. A drag over the edge, such as a text
 * that is selected with the mouse, ends in a `click` on the dialog too: it closes nothing, since it would lose what was
 * typed. So the press must both begin and end on the backdrop.
 */
export function useBackdropPress(close: () => void) {
  const isOnBackdrop = useRef(false)
  const isBackdrop = (event: SyntheticEvent) => event.target === event.currentTarget
  return {
    onPointerDown: (event: SyntheticEvent) => {
      isOnBackdrop.current = isBackdrop(event)
    },
    onPointerUp: (event: SyntheticEvent) => {
      isOnBackdrop.current &&= isBackdrop(event)
    },
    onClick: (event: SyntheticEvent) => {
      if (isOnBackdrop.current && isBackdrop(event)) close()
    },
  }
}

/** The row of buttons that ends a dialog or a section. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={actionsStyles.actions}>{children}</div>
}
