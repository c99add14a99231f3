import { pendingEvents } from '../../engine/answer-book.ts'
import type { Answering } from '../../engine/exam-phase.ts'
import { examTexts } from '../../messages/exam.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface ConnectionNoticesProps {
  session: Answering
  reached: boolean | null
  onTakeOver: () => void
}

/** What the person must know of where their answers are, above the question and only when something is unusual. */
export function ConnectionNotices({ session, reached, onTakeOver }: ConnectionNoticesProps) {
  const { status } = useSession()
  const here = <Button onClick={onTakeOver}>{examTexts.continueHere}</Button>
  if (session.hand === 'other-tab') {
    return (
      <Notice tone="warning" title={examTexts.otherTabTitle} actions={here}>
        {examTexts.otherTab}
      </Notice>
    )
  }
  if (session.hand === 'other-device') {
    return (
      <Notice tone="warning" title={examTexts.otherDeviceTitle} actions={here}>
        {examTexts.otherDevice}
      </Notice>
    )
  }
  if (reached === false && pendingEvents(session.book).length > 0) {
    return (
      <Notice tone="warning" title={examTexts.offlineTitle}>
        {examTexts.offlineNotice}
      </Notice>
    )
  }
  return status === 'ended' ? <Notice>{examTexts.sessionEnded}</Notice> : null
}
