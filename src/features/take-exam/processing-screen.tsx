import type { Scoring, Submitting } from '../../engine/exam-phase.ts'
import { mergedAnswers } from '../../engine/answer-book.ts'
import { examTexts } from '../../messages/exam.ts'
import { Button } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { downloadAnswers } from './download-answers.ts'
import type { ExamView } from './exam-view.ts'
import styles from './waiting.module.css'

/** Handed in: the answers travel, then the result is worked out. */
export function ProcessingScreen({ view, session }: { view: ExamView; session: Submitting | Scoring }) {
  const isScoring = session.phase === 'scoring'
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{isScoring ? examTexts.scoring : titleOf(session)}</PageTitle>
      </div>
      <Text tone="soft">{isScoring ? examTexts.scoringHint : examTexts.submittingHint}</Text>
      {view.nextTryAt !== null && <Notice tone="warning">{examTexts.submittingOffline}</Notice>}
      {view.isUnkept && !isScoring && (
        <Notice
          tone="danger"
          actions={
            <Button variant="border" onClick={() => downloadAnswers(fileOf(session))}>
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

function fileOf({ paper, book }: Submitting) {
  return { title: paper.test?.title ?? '', attemptId: paper.frame.attemptId, body: { answers: mergedAnswers(book) } }
}
