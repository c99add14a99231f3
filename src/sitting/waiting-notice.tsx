import type { ReactNode } from 'react'
import { examTexts } from '../messages/exam.ts'
import { NextTry } from '../outbox/next-try.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ExamView } from './exam-view.ts'
import type { WaitingAnswers } from './use-waiting-answers.ts'
import styles from './waiting-notice.module.css'

interface WaitingNoticeProps {
  waiting: WaitingAnswers
  view: Pick<ExamView, 'reached' | 'nextTryAt' | 'heldUntil'>
  /** The way to keep the answers as a file. */
  download: ReactNode
  onSendNow: () => void
}

/** How many answers the server does not have, what that means, when they are sent again, and the way not to wait for it. */
export function WaitingNotice({ waiting, view, download, onSendNow }: WaitingNoticeProps) {
  const { kind, questionIds } = waiting
  const { nextTryAt, heldUntil } = view
  const [title, text] = wordsOf(kind, view.reached)
  return (
    <Notice
      tone={kind === 'page-only' ? 'danger' : 'warning'}
      title={title}
      actions={kind === 'not-arriving' ? undefined : download}
    >
      {text}
      {/* Counts with every answer: who listens would hear the whole notice anew each time. */}
      <div aria-live="off" className={styles.tries}>
        <p>{examTexts.waitingAnswers(questionIds.length)}</p>
        {nextTryAt !== null && <NextTry at={nextTryAt} heldUntil={heldUntil} onSendNow={onSendNow} />}
      </div>
    </Notice>
  )
}

function wordsOf(kind: WaitingAnswers['kind'], reached: boolean | null): [title: string, text: string] {
  if (kind === 'page-only') return [examTexts.pageOnlyTitle, examTexts.pageOnly]
  if (kind === 'device-only') return [examTexts.deviceOnlyTitle, examTexts.deviceOnly]
  if (reached === true) return [examTexts.refusingTitle, examTexts.refusingNotice]
  return [examTexts.offlineTitle, examTexts.offlineNotice]
}
