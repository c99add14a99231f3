import type { Answering } from '../engine/exam-phase.ts'
import { keepingTrouble } from '../engine/keeping-trouble.ts'
import { examTexts } from '../messages/exam.ts'
import { sessionTexts } from '../messages/session.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { wishSignIn } from '../session/sign-in-wish.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ExamView } from './exam-view.ts'
import { useSittingTexts } from './sitting-texts.ts'
import { ownFile } from './own-file.ts'
import type { WaitingAnswers } from './use-waiting-answers.ts'
import { WaitingNotice } from './waiting-notice.tsx'

interface ConnectionNoticesProps {
  purchaseId: string
  session: Answering
  view: ExamView
  waiting: WaitingAnswers | null
  onTakeOver: () => void
  onSendNow: () => void
}

/** What the person must know of where their answers are, above the question and only when something is unusual. */
export function ConnectionNotices(props: ConnectionNoticesProps) {
  const { purchaseId, session, view, waiting, onTakeOver, onSendNow } = props
  const { status } = useSession()
  const texts = useSittingTexts()
  const { hand, book } = session

  const here = <Button onClick={onTakeOver}>{examTexts.continueHere}</Button>
  if (hand === 'other-tab') {
    return (
      <Notice tone="warning" title={texts.otherTabTitle} actions={here}>
        {examTexts.otherTab}
      </Notice>
    )
  }
  if (hand === 'other-device') {
    return (
      <Notice tone="warning" title={texts.otherDeviceTitle} actions={here}>
        {texts.otherDevice}
      </Notice>
    )
  }
  if (waiting !== null) {
    const download = (
      <Button variant="border" onClick={() => downloadAnswers(ownFile(session, purchaseId))}>
        {examTexts.download}
      </Button>
    )
    return <WaitingNotice waiting={waiting} view={view} download={download} onSendNow={onSendNow} />
  }
  if (keepingTrouble(book) === 'server-only' || view.keepsNothing) {
    return (
      <Notice tone="warning" title={examTexts.serverOnlyTitle}>
        {texts.serverOnly}
      </Notice>
    )
  }
  if (status !== 'ended') return null
  return (
    <Notice actions={<Button onClick={wishSignIn}>{sessionTexts.signInAgain}</Button>}>{texts.sessionEnded}</Notice>
  )
}
