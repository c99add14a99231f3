import type { Submitting } from '../machine/state.ts'
import { examTexts } from '../../messages/exam.ts'
import { storageTexts } from '../../messages/storage.ts'
import type { AttemptTexts } from '../../messages/attempt.ts'
import { DeliveryNoticeOffer } from '../submissions/delivery-notice.tsx'
import { downloadAnswers } from '../submissions/answers-file.ts'
import { CountsUntil, NextTry } from '../submissions/next-try.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import type { AttemptView } from '../control/view.ts'
import { useAttemptTexts, WaitingScreen } from './attempt-page.tsx'
import { ownFile, troubleOf } from './trouble.ts'

interface ProcessingScreenProps {
  purchaseId: string
  view: AttemptView
  state: Submitting
}

/** Submitted: the answers are on their way. */
export function ProcessingScreen({ purchaseId, view, state }: ProcessingScreenProps) {
  const texts = useAttemptTexts()
  const { lateUntil } = state.paper.attemptInfo
  const notSubmitted = texts.notSubmitted(view)
  const isOnlyHere = troubleOf(view) === 'memory-only'
  return (
    <WaitingScreen title={titleOf(state, texts)}>
      <Text tone="soft">{hintOf(state, isOnlyHere)}</Text>
      {view.nextTryAt !== null && (
        <>
          <Notice tone="warning" {...(notSubmitted !== null && { title: notSubmitted })}>
            <p>{wayOf(view)}</p>
            {lateUntil !== null && <CountsUntil until={lateUntil} />}
          </Notice>
          <NextTry at={view.nextTryAt} heldUntil={view.heldUntil} isCentered />
          {!isOnlyHere && <DeliveryNoticeOffer />}
        </>
      )}
      {isOnlyHere && (
        <Notice
          tone="danger"
          actions={
            <Button variant="border" onClick={() => downloadAnswers(ownFile(state, purchaseId))}>
              {examTexts.download}
            </Button>
          }
        >
          {view.memoryOnlyRefusal === null ? examTexts.submittingUnkept : refusalSentence(view.memoryOnlyRefusal)}
        </Notice>
      )}
    </WaitingScreen>
  )
}

/** How the submission is on its way. */
function wayOf({ pace }: AttemptView): string {
  if (pace === 'slow') return examTexts.submittingSlow
  return pace === 'first-try' ? examTexts.submittingLong : examTexts.submittingOffline
}

/** The server's own reason, when it gave one, before what can be done. */
function refusalSentence(reason: string): string {
  return [reason, storageTexts.unkeptRefused].filter((text) => text !== '').join(' ')
}

function titleOf({ because }: Submitting, { submitting }: AttemptTexts): string {
  return because === 'deadline' ? examTexts.submittingDeadline : submitting
}

/** Says that the page may be closed only where that is true. */
function hintOf({ enqueued }: Submitting, isOnlyHere: boolean): string {
  return enqueued && !isOnlyHere ? examTexts.submittingHint : examTexts.submittingNotKept
}
