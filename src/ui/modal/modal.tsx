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
 * A native modal dialog: the browser keeps the focus inside, returns it at the end and closes it by Escape. Its icon and a
 * press on the backdrop close it, too; the page behind does not scroll. The focus begins at the title: a screen reader reads it
 * first, and Enter presses nothing by chance.
 */
export function Modal({ title, onClose, width, height, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { close } = useUiTexts()
  const titleId = useId()
  // A layout effect closes it before the element leaves the page: a dialog removed while open gives no focus back.
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
    // A press on the backdrop is a convenience next to Escape and the close button, and needs no key.
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
        {/* A stop of Tab only if there is something to scroll. */}
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

/** Whether the content is higher than its place; follows changes of both. */
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
/** Parts of a live region that screen readers do not announce. */
const silent = '[aria-live="off"], [aria-hidden="true"], [role="timer"]'

/** In a dialog: repeats the live regions behind it («Лишилася одна хвилина»), which `showModal` hides from screen readers. */
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
      {/* A new element each time: repeated words are announced again. */}
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
 * The handlers of a modal `<dialog>` that close it by a press on its backdrop. The press must begin and end there: a drag over
 * the edge, for example to select text, also ends in a `click` on the dialog, and closing would lose typed text.
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

/** The row of buttons at the end of a dialog or a section. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={actionsStyles.actions}>{children}</div>
}
