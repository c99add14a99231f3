import { Fragment, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { AnswerValue } from '#contract/question.ts'
import { conflictOn } from '../engine/answer-conflict.ts'
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
import { ConflictNotice } from './conflict-notice.tsx'
import styles from './connection-line.module.css'
import { ElsewhereNotice } from './elsewhere-notice.tsx'
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
  onTakeOver: () => void
  /** Of two devices' answers to this question the one that is meant. */
  onChoose: (value: AnswerValue | null) => void
  onSendNow: () => void
  /** What was open and had the focus is gone, because all is well again. */
  onFocusLost: () => void
}

/**
 * Whether the server is there; in its place, when the person should know of something else, one line that says so and
 * unfolds. It lies over the page: a notice that came into its flow would move an option from under the finger.
 */
export function ConnectionLine(props: ConnectionLineProps) {
  const { session, view, onFocusLost } = props
  const matters = useMatters(props)
  const [first] = matters
  // Of a server that gives no tickets nothing is known between opening and submission.
  const reached = session.paper.frame.ticket === null ? 'unknown' : view.reached
  return (
    <div role="status" className={styles.line} data-well={first === undefined && reached !== false}>
      {first !== undefined ? (
        <FoldedNotices matters={matters} onFocusLost={onFocusLost} />
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

interface Matter {
  kind: 'elsewhere' | 'conflict' | 'keeping' | 'session'
  title: BriefTitle
  isDanger?: boolean
  notice: ReactNode
}

/** What the person should know, the most urgent first. */
function useMatters(props: ConnectionLineProps): readonly Matter[] {
  const { status } = useSession()
  const texts = useSittingTexts()
  const { session, onTakeOver } = props
  const { hand } = session
  if (hand !== 'here') {
    const title = hand === 'other-tab' ? examTexts.otherTabBrief : examTexts.otherDeviceBrief
    const notice = <ElsewhereNotice hand={hand} onTakeOver={onTakeOver} />
    return [{ kind: 'elsewhere', title, notice }, ...conflictMatter(props)]
  }
  const ended: Matter = {
    kind: 'session',
    title: examTexts.sessionEndedTitle,
    notice: (
      <Notice
        actions={
          <Button size="small" onClick={wishSignIn}>
            {sessionTexts.signInAgain}
          </Button>
        }
      >
        {texts.sessionEnded}
      </Notice>
    ),
  }
  const keeping = keepingMatter(props, texts.serverOnly)
  return [
    ...keeping.filter(({ isDanger }) => isDanger),
    ...conflictMatter(props),
    ...keeping.filter(({ isDanger }) => !isDanger),
    ...(status === 'ended' ? [ended] : []),
  ]
}

function conflictMatter({ session, onChoose }: ConnectionLineProps): Matter[] {
  const { paper, book, position, hand } = session
  const question = paper.questions[position]!
  const conflict = conflictOn(book, question.id)
  if (conflict === null) return []
  const notice = (
    <ConflictNotice question={question} conflict={conflict} isReadOnly={hand !== 'here'} onChoose={onChoose} />
  )
  return [{ kind: 'conflict', title: examTexts.conflictBrief, notice }]
}

function keepingMatter(
  { purchaseId, session, view, waiting, onSendNow }: ConnectionLineProps,
  serverOnly: string,
): Matter[] {
  if (waiting !== null) {
    const download = (
      <Button variant="border" size="small" onClick={() => downloadAnswers(ownFile(session, purchaseId))}>
        {examTexts.download}
      </Button>
    )
    const title = waitingTitle(waiting.kind, view.reached)
    const notice = <WaitingNotice waiting={waiting} view={view} download={download} onSendNow={onSendNow} />
    return [{ kind: 'keeping', title, isDanger: waiting.kind === 'page-only', notice }]
  }
  if (keepingTrouble(session.book) !== 'server-only' && !view.keepsNothing) return []
  const notice = (
    <Notice tone="warning" title={examTexts.serverOnlyTitle.join('')}>
      {serverOnly}
    </Notice>
  )
  return [{ kind: 'keeping', title: examTexts.serverOnlyTitle, notice }]
}

/** What waits for the person's word. */
const asks: ReadonlySet<Matter['kind']> = new Set(['elsewhere', 'conflict'])

interface FoldedNoticesProps {
  matters: readonly Matter[]
  onFocusLost: () => void
}

/**
 * One line, whose notices lie over the page while it is open. That another tab or device has the writing opens itself:
 * nothing can be answered here until that is decided.
 */
function FoldedNotices({ matters, onFocusLost }: FoldedNoticesProps) {
  const { kind, title, isDanger = false } = matters[0]!
  const [isOpen, setOpen] = useState(kind === 'elsewhere')
  const [shownKind, setShownKind] = useState(kind)
  if (kind !== shownKind) {
    setShownKind(kind)
    // Whoever has just taken the writing back is asked at once which of two answers is meant.
    if (kind === 'elsewhere') setOpen(true)
    else if (shownKind === 'elsewhere' && kind !== 'conflict') setOpen(false)
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
          {brief}
          <span className={styles.rest}>{rest}</span>
        </span>
        <Icon drawing={unfold} size={16} />
      </button>
      {isOpen && (
        <div id={id} className={styles.panel}>
          <div className={styles.page}>
            {matters.map((matter) => (
              <Fragment key={matter.kind}>{matter.notice}</Fragment>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
