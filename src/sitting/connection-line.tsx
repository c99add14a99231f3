import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Answering } from '../engine/exam-phase.ts'
import { keepingTrouble } from '../engine/keeping-trouble.ts'
import { type BriefTitle, examTexts } from '../messages/exam.ts'
import { sessionTexts } from '../messages/session.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { wishSignIn } from '../session/sign-in-wish.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { unfold } from '../ui/icons/page-drawings.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './connection-line.module.css'
import type { ExamView } from './exam-view.ts'
import { useSittingTexts } from './sitting-texts.ts'
import { ownFile } from './own-file.ts'
import type { WaitingAnswers } from './use-waiting-answers.ts'
import { waitingTitle, WaitingNotice } from './waiting-notice.tsx'

interface ConnectionLineProps {
  purchaseId: string
  session: Answering
  view: ExamView
  waiting: WaitingAnswers | null
  onSendNow: () => void
  /** What was open and had the focus is gone, because all is well again. */
  onFocusLost: () => void
}

/**
 * Whether the server is there; in its place, when something is wrong with where the answers are, one line that says so
 * and unfolds. It lies over the page: a notice that came into its flow would move an option from under the finger.
 */
export function ConnectionLine(props: ConnectionLineProps) {
  const { view, onFocusLost } = props
  const trouble = useTrouble(props)
  return (
    <div role="status" className={styles.line} data-well={trouble === null && view.reached !== false}>
      {trouble === null ? (
        <Connection reached={view.reached} />
      ) : (
        <FoldedNotice {...trouble} onFocusLost={onFocusLost} />
      )}
    </div>
  )
}

function Connection({ reached }: { reached: boolean | null }) {
  if (reached === false) return <span className={`${styles.text} ${styles.away}`}>{examTexts.offline}</span>
  return <span className={`${styles.text} ${styles.well}`}>{reached ? examTexts.online : examTexts.connecting}</span>
}

interface Trouble {
  title: BriefTitle
  isDanger?: boolean
  notice: ReactNode
}

function useTrouble({ purchaseId, session, view, waiting, onSendNow }: ConnectionLineProps): Trouble | null {
  const { status } = useSession()
  const texts = useSittingTexts()
  if (session.hand !== 'here') return null
  if (waiting !== null) {
    const download = (
      <Button variant="border" onClick={() => downloadAnswers(ownFile(session, purchaseId))}>
        {examTexts.download}
      </Button>
    )
    return {
      title: waitingTitle(waiting.kind, view.reached),
      isDanger: waiting.kind === 'page-only',
      notice: <WaitingNotice waiting={waiting} view={view} download={download} onSendNow={onSendNow} />,
    }
  }
  if (keepingTrouble(session.book) === 'server-only' || view.keepsNothing) {
    const notice = (
      <Notice tone="warning" title={examTexts.serverOnlyTitle.join('')}>
        {texts.serverOnly}
      </Notice>
    )
    return { title: examTexts.serverOnlyTitle, notice }
  }
  if (status !== 'ended') return null
  const signIn = <Button onClick={wishSignIn}>{sessionTexts.signInAgain}</Button>
  return {
    title: examTexts.sessionEndedTitle,
    notice: <Notice actions={signIn}>{texts.sessionEnded}</Notice>,
  }
}

/** A notice of one line, whose text and actions lie over the page while it is open. */
function FoldedNotice({ title, isDanger = false, notice, onFocusLost }: Trouble & { onFocusLost: () => void }) {
  const [isOpen, setOpen] = useState(false)
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
        className={`${styles.fold} ${isDanger ? styles.away : ''}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.text}>
          {brief}
          <span className={styles.rest}>{rest}</span>
        </span>
        <Icon drawing={unfold} size={16} />
      </button>
      {isOpen && (
        <div id={id} className={styles.panel}>
          <div className={styles.page}>{notice}</div>
        </div>
      )}
    </div>
  )
}
