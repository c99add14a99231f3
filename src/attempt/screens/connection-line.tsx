import { Fragment, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { examTexts } from '../../messages/exam.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { unfold } from '../../ui/icons/page-drawings.ts'
import { type AttemptNotice, type AttemptNoticesProps, useAttemptNotices } from './attempt-notices.tsx'
import styles from './connection-line.module.css'

interface ConnectionLineProps extends AttemptNoticesProps {
  /** What was open and had the focus is gone, because all is well again. */
  onFocusLost: () => void
}

/**
 * Whether the server is there; in its place, when the person should know of something else, one line that says so and
 * unfolds. It lies over the page: a notice that came into its flow would move an option from under the finger.
 */
export function ConnectionLine(props: ConnectionLineProps) {
  const { state, view, onFocusLost } = props
  const notices = useAttemptNotices(props)
  const [first] = notices
  // Of a server that gives no tickets nothing is known between opening and submission.
  const reached = state.paper.attemptInfo.ticket === null ? 'unknown' : view.reached
  return (
    <div role="status" className={styles.line} data-well={first === undefined && reached !== false}>
      {first !== undefined ? (
        <FoldedNotices notices={notices} position={state.position} onFocusLost={onFocusLost} />
      ) : (
        reached !== 'unknown' && <Connection reached={reached} />
      )}
    </div>
  )
}

function Connection({ reached }: { reached: boolean | null }) {
  if (reached === false) return <span className={`${styles.text} ${styles.away}`}>{examTexts.offline}</span>
  return <span className={`${styles.text} ${styles.well}`}>{reached ? examTexts.online : examTexts.connecting}</span>
}

/** Notices that ask the person to decide. */
const asks: ReadonlySet<AttemptNotice['kind']> = new Set(['elsewhere', 'conflict'])

interface FoldedNoticesProps {
  notices: readonly AttemptNotice[]
  /** Of the open question. */
  position: number
  onFocusLost: () => void
}

/**
 * One line, whose notices lie over the page while it is open. The notice that another tab or device has the writing opens by itself:
 * nothing can be answered here until that is decided. Whoever goes on to another question has read the rest: it folds, for it
 * would lie over that question.
 */
function FoldedNotices({ notices, position, onFocusLost }: FoldedNoticesProps) {
  const { kind, title, isDanger = false } = notices[0]!
  const [isOpen, setOpen] = useState(kind === 'elsewhere')
  const [shownKind, setShownKind] = useState(kind)
  if (kind !== shownKind) {
    setShownKind(kind)
    // A person who has just taken the writing back is asked at once which of two answers is meant.
    if (kind === 'elsewhere') setOpen(true)
    else if (shownKind === 'elsewhere' && kind !== 'conflict') setOpen(false)
  }
  const [shownPosition, setShownPosition] = useState(position)
  if (position !== shownPosition) {
    setShownPosition(position)
    if (kind !== 'elsewhere') setOpen(false)
  }
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const lost = useRef(onFocusLost)
  useLayoutEffect(() => {
    lost.current = onFocusLost
  })
  useLayoutEffect(() => {
    const element = place.current
    // Still in the page here, and about to leave it.
    return () => {
      if (element?.contains(document.activeElement)) lost.current()
    }
  }, [])
  const fold = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const [brief, rest] = title
  return (
    // oxlint-disable-next-line no-static-element-interactions -- listens to Escape from the controls in it
    <div ref={place} className={styles.folded} onKeyDown={fold}>
      <button
        ref={button}
        type="button"
        className={`${styles.fold} ${isDanger ? styles.away : ''} ${asks.has(kind) ? styles.asks : ''}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.text}>
          <span>{brief}</span>
          <span className={styles.rest}>{rest}</span>
        </span>
        <Icon drawing={unfold} size={16} />
      </button>
      {isOpen && (
        <div id={id} className={styles.panel}>
          <div className={styles.page}>
            {notices.map(({ kind, notice }) => (
              <Fragment key={kind}>{notice}</Fragment>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
