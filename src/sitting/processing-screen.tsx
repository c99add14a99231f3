import type { Scoring, Submitting } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import type { OwnAnswers } from '../outbox/answers-file.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { NextTry } from '../outbox/next-try.tsx'
import { Button } from '../ui/button/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/text/page-title.tsx'
import { Text } from '../ui/text/text.tsx'
import type { ExamView } from './exam-view.ts'
import { submissionBody } from './submission-body.ts'
import styles from './waiting.module.css'

interface ProcessingScreenProps {
  purchaseId: string
  view: ExamView
  session: Submitting | Scoring
}

/** Handed in: the answers travel, then the result is worked out. */
export function ProcessingScreen({ purchaseId, view, session }: ProcessingScreenProps) {
  const isScoring = session.phase === 'scoring'
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{isScoring ? examTexts.scoring : titleOf(session)}</PageTitle>
      </div>
      <Text tone="soft">{isScoring ? examTexts.scoringHint : examTexts.submittingHint}</Text>
      {view.nextTryAt !== null && !isScoring && (
        <>
          <Notice tone="warning">{examTexts.submittingOffline}</Notice>
          <NextTry at={view.nextTryAt} heldUntil={view.heldUntil} isCentered />
        </>
      )}
      {view.isUnkept && !isScoring && (
        <Notice
          tone="danger"
          actions={
            <Button variant="border" onClick={() => downloadAnswers(fileOf(session, purchaseId))}>
              {examTexts.download}
            </Button>
          }
        >
          {examTexts.submittingUnkept}
        </Notice>
      )}
    </div>
  )
}

function titleOf({ because }: Submitting): string {
  return because === 'deadline' ? examTexts.submittingDeadline : examTexts.submitting
}

function fileOf({ paper, book }: Submitting, purchaseId: string): OwnAnswers {
  const { frame, test } = paper
  return { title: test?.title ?? '', purchaseId, attemptId: frame.attemptId, body: submissionBody(frame, book) }
}
