import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { examTexts } from '../../messages/exam.ts'
import { Notice } from '../../ui/notice.tsx'
import type { AttemptView } from '../control/view.ts'
import { pendingEvents } from '../machine/answers.ts'
import type { Answering } from '../machine/state.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { unfold } from '../../ui/icons/page-drawings.ts'
import { type AttemptNotice, type AttemptNoticesProps, useAttemptNotices } from './attempt-notices.tsx'
import styles from './connection-line.module.css'
import hidden from '../../ui/visually-hidden.module.css'

interface ConnectionLineProps extends AttemptNoticesProps {
  /** The place below the options where two answers to the question are shown. Null until it is drawn. */
  besideOptions: Element | null
  /** An open notice that had the focus is gone, because all is well again. */
  onFocusLost: () => void
}

/**
 * Whether the server is there; it is shown only while it is not. If the person should know of something else, one line in its
 * place says so and unfolds. It lies over the question, never over the map: in the flow of the page a notice would move an
 * option from under the finger. Only the two answers of a conflict unfold below the options, because they are about them.
 */
export function ConnectionLine({ onTakeOver, ...props }: ConnectionLineProps) {
  const { state, view, besideOptions, onFocusLost } = props
  const [isOverQuestion, setOverQuestion] = useState(false)
  // A person who has taken the writing back here has pressed all that there was to press.
  const [isTakenBack, setTakenBack] = useState(false)
  const [shownWriter, setShownWriter] = useState(state.writer)
  if (state.writer !== shownWriter) {
    setShownWriter(state.writer)
    if (state.writer !== 'here') setTakenBack(false)
  }
  const takeBack = () => {
    setTakenBack(true)
    onTakeOver()
  }
  const said = useAttemptNotices({ ...props, onTakeOver: takeBack })
  const isEmptied = isOverQuestion && !isTakenBack && said.every(({ kind }) => kind === 'conflict')
  const notices = isEmptied ? [...said, settledNotice(state, view)] : said
  const [first] = notices
  // A server that gives no tickets is not called between opening and submission.
  const reached = state.paper.attemptInfo.ticket === null ? 'unknown' : view.reached
  return (
    <div role="status" className={styles.line} data-well={first === undefined && reached !== false}>
      {first !== undefined ? (
        <FoldedNotices
          notices={notices}
          position={state.position}
          besideOptions={besideOptions}
          isTakenBack={isTakenBack}
          onOverQuestion={setOverQuestion}
          onFocusLost={onFocusLost}
        />
      ) : (
        reached !== 'unknown' && <Connection reached={reached} />
      )}
    </div>
  )
}

/** Stays in place of the last open notice: a finger may be on it, and would press what is beneath. The person folds it. */
function settledNotice({ answers, paper }: Answering, { reached }: AttemptView): AttemptNotice {
  const isSent = paper.attemptInfo.ticket !== null && pendingEvents(answers).length === 0
  const title = isSent ? examTexts.allSentTitle : examTexts.settledTitle
  return {
    kind: 'settled',
    title: reached === false ? [examTexts.offline, ''] : title,
    notice: <Notice>{isSent ? examTexts.allSent : examTexts.settled}</Notice>,
  }
}

function Connection({ reached }: { reached: boolean | null }) {
  if (reached === false) return <span className={`${styles.text} ${styles.away}`}>{examTexts.offline}</span>
  return <span className={hidden.visuallyHidden}>{reached ? examTexts.online : examTexts.connecting}</span>
}

/** Notices that ask the person to decide. */
const asks: ReadonlySet<AttemptNotice['kind']> = new Set(['elsewhere', 'conflict'])

interface FoldedNoticesProps {
  notices: readonly AttemptNotice[]
  position: number
  besideOptions: Element | null
  /** The person has pressed to continue here. */
  isTakenBack: boolean
  /** Whether a notice lies open over the question. */
  onOverQuestion: (isOver: boolean) => void
  onFocusLost: () => void
}

/**
 * One line, and what it unfolds. The notice that another tab or device writes opens by itself: nothing can be answered here
 * until that is decided. What lies over the page folds when the person turns to another question, or scrolls.
 */
function FoldedNotices(props: FoldedNoticesProps) {
  const { notices, position, besideOptions, isTakenBack, onOverQuestion, onFocusLost } = props
  const { kind, title, isDanger = false } = notices[0]!
  const [isOpen, setOpen] = useState(kind === 'elsewhere' && isAtTop())
  const [shownKind, setShownKind] = useState(kind)
  if (kind !== shownKind) {
    setShownKind(kind)
    // A person who has just taken the writing back is asked immediately which of two answers is meant.
    if (kind === 'elsewhere') setOpen(isAtTop())
    else if (isTakenBack && shownKind === 'elsewhere' && kind !== 'conflict') setOpen(false)
  }
  const [shownPosition, setShownPosition] = useState(position)
  if (position !== shownPosition) {
    setShownPosition(position)
    if (kind !== 'elsewhere') setOpen(false)
  }
  // While nothing can be chosen, the two answers are shown together with the reason.
  const isChoice = kind !== 'elsewhere'
  const choice = isChoice && notices.find((each) => each.kind === 'conflict')?.notice
  const over = notices.filter((each) => !isChoice || each.kind !== 'conflict')
  const isOverQuestion = isOpen && over.length > 0
  useLayoutEffect(() => {
    onOverQuestion(isOverQuestion)
    return () => onOverQuestion(false)
  }, [isOverQuestion, onOverQuestion])
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusPassedOn(place, onFocusLost)
  const foldToLine = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const fold = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) foldToLine()
  }
  const passOn = () => {
    // Two answers stay open below the options, where the person may be going.
    if (choice) return
    if (place.current?.contains(document.activeElement)) foldToLine()
    else setOpen(false)
  }
  const press = () => {
    if (!isOpen && over.length > 0) window.scrollTo({ top: 0 })
    setOpen(!isOpen)
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
        onClick={press}
      >
        <span className={styles.text}>
          <span>{brief}</span>
          <span className={hidden.onPhone}>{rest}</span>
        </span>
        <Icon drawing={unfold} size={16} />
      </button>
      {isOverQuestion && (
        <OverQuestion id={id} onScrolled={passOn}>
          {over.map(({ kind, notice }) => (
            <Unfolded key={kind} onFocusLost={() => button.current?.focus({ preventScroll: true })}>
              {notice}
            </Unfolded>
          ))}
        </OverQuestion>
      )}
      {isOpen && choice && besideOptions !== null && (
        <BelowOptions id={over.length === 0 ? id : undefined} place={besideOptions} isFirst={kind === 'conflict'}>
          {choice}
        </BelowOptions>
      )}
    </div>
  )
}

/** One notice of several. If it leaves the page with the focus in it, it passes the focus on. */
function Unfolded({ onFocusLost, children }: { onFocusLost: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useFocusPassedOn(place, onFocusLost)
  return <div ref={place}>{children}</div>
}

/** Calls `onFocusLost` when `place` leaves the page with the focus in it. */
function useFocusPassedOn(place: RefObject<HTMLElement | null>, onFocusLost: () => void): void {
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
  }, [place])
}

/** A scroll this far is on purpose. CSS pixels. */
const scrolledOn = 24

/** Further down there may be no room between the bar and the map. */
const isAtTop = () => window.scrollY <= scrolledOn

/** Lies over the question, down to the map at most, until the person scrolls: then it would cover what they scroll to. */
function OverQuestion({ id, onScrolled, children }: { id: string; onScrolled: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const scrolled = useRef(onScrolled)
  useLayoutEffect(() => {
    scrolled.current = onScrolled
  })
  useLayoutEffect(() => {
    const { style } = panel.current!
    const fit = () => style.setProperty('--room', `${roomAboveMap(panel.current!)}px`)
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [])
  useEffect(() => {
    const from = window.scrollY
    const follow = () => {
      if (Math.abs(window.scrollY - from) > scrolledOn) scrolled.current()
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  return (
    <div ref={panel} id={id} className={styles.panel}>
      <div className={styles.page}>{children}</div>
    </div>
  )
}

/** From the panel's upper edge to the map, where that is below it. CSS pixels. */
function roomAboveMap(panel: HTMLElement): number {
  const { top, right } = panel.getBoundingClientRect()
  const map = document.getElementById('question-map')?.closest('nav')?.getBoundingClientRect()
  const room = map === undefined || map.left >= right ? window.innerHeight - top : map.top - top
  return Math.max(0, room)
}

interface BelowOptionsProps {
  id: string | undefined
  place: Element
  /** The line speaks of this notice, and of no other. */
  isFirst: boolean
  children: ReactNode
}

/** In the flow of the page, below the options: it covers nothing, and none of them moves. */
function BelowOptions({ id, place, isFirst, children }: BelowOptionsProps) {
  useEffect(() => {
    if (isFirst) place.scrollIntoView({ block: 'nearest' })
  }, [place, isFirst])
  return createPortal(<div id={id}>{children}</div>, place)
}
