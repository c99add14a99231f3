import type { ReactNode } from 'react'
import { type BriefTitle, examTexts } from '../messages/exam.ts'
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
  return (
    <Notice
      tone={kind === 'page-only' ? 'danger' : 'warning'}
      title={waitingTitle(kind, view.reached).join('')}
      actions={kind === 'not-arriving' ? undefined : download}
    >
      {textOf(kind, view.reached)}
      {/* Counts with every answer: who listens would hear the whole notice anew each time. */}
      <div aria-live="off" className={styles.tries}>
        <p>{examTexts.waitingAnswers(questionIds.length)}</p>
        {nextTryAt !== null && <NextTry at={nextTryAt} heldUntil={heldUntil} onSendNow={onSendNow} />}
      </div>
    </Notice>
  )
}

/** What is wrong, in a few words that a narrow bar holds and the rest of the sentence. */
export function waitingTitle(kind: WaitingAnswers['kind'], reached: boolean | null): BriefTitle {
  if (kind === 'page-only') return examTexts.pageOnlyTitle
  if (kind === 'device-only') return examTexts.deviceOnlyTitle
  return reached === true ? examTexts.refusingTitle : examTexts.offlineTitle
}

function textOf(kind: WaitingAnswers['kind'], reached: boolean | null): string {
  if (kind === 'page-only') return examTexts.pageOnly
  if (kind === 'device-only') return examTexts.deviceOnly
  return reached === true ? examTexts.refusingNotice : examTexts.offlineNotice
}
