import type { Scoring, Submitting } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { storageTexts } from '../messages/storage.ts'
import type { SittingTexts } from '../messages/sitting.ts'
import { Acceptance } from '../outbox/acceptance.tsx'
import { DeliveryNoticeOffer } from '../outbox/delivery-notice-offer.tsx'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { NextTry } from '../outbox/next-try.tsx'
import { Button } from '../ui/button/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/text/page-title.tsx'
import { Text } from '../ui/text/text.tsx'
import type { ExamView } from './exam-view.ts'
import { useSittingTexts } from './sitting-texts.ts'
import { ownFile } from './own-file.ts'
import styles from './waiting.module.css'

interface ProcessingScreenProps {
  purchaseId: string
  view: ExamView
  session: Submitting | Scoring
}

/** Handed in: the answers travel, then the result is worked out. */
export function ProcessingScreen({ purchaseId, view, session }: ProcessingScreenProps) {
  const texts = useSittingTexts()
  const isScoring = session.phase === 'scoring'
  const notHandedIn = texts.notHandedIn(view)
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{isScoring ? texts.scoring : titleOf(session, texts)}</PageTitle>
      </div>
      <Text tone="soft">{isScoring ? texts.scoringHint : hintOf(session, view)}</Text>
      {isScoring && session.isPage === true && <Notice tone="danger">{examTexts.pageInPlace}</Notice>}
      {isScoring && view.receipt !== null && <Acceptance receipt={view.receipt} />}
      {view.nextTryAt !== null && !isScoring && (
        <>
          <Notice tone="warning" {...(notHandedIn !== null && { title: notHandedIn })}>
            {examTexts.submittingOffline}
          </Notice>
          <NextTry at={view.nextTryAt} heldUntil={view.heldUntil} isCentered />
          {!view.isUnkept && <DeliveryNoticeOffer />}
        </>
      )}
      {view.isUnkept && !isScoring && (
        <Notice
          tone="danger"
          actions={
            <Button variant="border" onClick={() => downloadAnswers(ownFile(session, purchaseId))}>
              {examTexts.download}
            </Button>
          }
        >
          {view.unkeptRefusal === null ? examTexts.submittingUnkept : unkeptSentence(view.unkeptRefusal)}
        </Notice>
      )}
    </div>
  )
}

/** The server's own reason, when it gave one, before what can be done. */
function unkeptSentence(reason: string): string {
  return [reason, storageTexts.unkeptRefused].filter((text) => text !== '').join(' ')
}

function titleOf({ because }: Submitting, { submitting }: SittingTexts): string {
  return because === 'deadline' ? examTexts.submittingDeadline : submitting
}

/** Says that the page may be closed only where that is true. */
function hintOf({ enqueued }: Submitting, { isUnkept }: ExamView): string {
  return enqueued && !isUnkept ? examTexts.submittingHint : examTexts.submittingNotKept
}
