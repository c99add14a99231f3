import { pendingEvents } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { keepingTrouble } from '../engine/keeping-trouble.ts'
import { examTexts } from '../messages/exam.ts'
import { sessionTexts } from '../messages/session.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { wishSignIn } from '../session/sign-in-wish.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSittingTexts } from './sitting-texts.ts'
import { ownFile } from './own-file.ts'
import { useLasting } from './use-lasting.ts'

/** Answers that no server has for longer than this are in danger, and the person is told so. Milliseconds. */
const longOnDevice = 60_000
/** A storage that stumbles once is tried again; the line below the question has said so already. Milliseconds. */
const stumble = 4_000

interface ConnectionNoticesProps {
  purchaseId: string
  session: Answering
  reached: boolean | null
  /** The browser keeps nothing of this attempt. */
  keepsNothing: boolean
  onTakeOver: () => void
}

/** What the person must know of where their answers are, above the question and only when something is unusual. */
export function ConnectionNotices({ purchaseId, session, reached, keepsNothing, onTakeOver }: ConnectionNoticesProps) {
  const { status } = useSession()
  const texts = useSittingTexts()
  const { hand, book, paper } = session
  const trouble = keepingTrouble(book)
  const isWaiting = paper.frame.ticket !== null && pendingEvents(book).length > 0
  const isLongWaiting = useLasting(isWaiting, longOnDevice)
  const hasLasted = useLasting(trouble === 'page-only', stumble)
  const isPageOnly = trouble === 'page-only' && (hasLasted || reached === false)

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
  const download = (
    <Button variant="border" onClick={() => downloadAnswers(ownFile(session, purchaseId))}>
      {examTexts.download}
    </Button>
  )
  if (isPageOnly) {
    return (
      <Notice tone="danger" title={examTexts.pageOnlyTitle} actions={download}>
        {examTexts.pageOnly}
      </Notice>
    )
  }
  if (isLongWaiting && trouble === 'none') {
    return (
      <Notice tone="warning" title={examTexts.deviceOnlyTitle} actions={download}>
        {examTexts.deviceOnly}
      </Notice>
    )
  }
  if (reached === false && isWaiting && trouble === 'none' && !keepsNothing) {
    return (
      <Notice tone="warning" title={examTexts.offlineTitle}>
        {examTexts.offlineNotice}
      </Notice>
    )
  }
  if (trouble === 'server-only' || keepsNothing) {
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
