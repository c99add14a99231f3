import { type ExamFailure, remedyFor } from '../../engine/failure.ts'
import { examTexts } from '../../messages/exam.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { DownloadRefused } from './download-refused.tsx'
import styles from './exam-page.module.css'
import { examFailureAdvice, examFailureSentence } from './failure-sentence.ts'

interface FailedScreenProps {
  failure: ExamFailure
  purchaseId: string
  onTryAgain: () => void
}

/** What happened, in the specification's words, and what to do next. */
export function FailedScreen({ failure, purchaseId, onTryAgain }: FailedScreenProps) {
  const remedy = remedyFor(failure)
  const sentence = examFailureSentence(failure)
  const advice = examFailureAdvice(failure)
  return (
    <Column width="text">
      <PageTitle>{titleOf(failure)}</PageTitle>
      <Notice tone="danger">{sentence}</Notice>
      {advice !== null && advice !== sentence && <Text>{advice}</Text>}
      <div className={styles.actions}>
        {(remedy === 'start-again' || remedy === 'same-again') && (
          <Button size="large" onClick={onTryAgain}>
            {examTexts.tryAgain}
          </Button>
        )}
        {remedy === 'ask-again' && (
          <Button size="large" onClick={onTryAgain}>
            {examTexts.askAgain}
          </Button>
        )}
        {remedy === 'download' && <DownloadRefused purchaseId={purchaseId} />}
        <ButtonLink variant="border" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
    </Column>
  )
}

function titleOf({ kind }: ExamFailure): string {
  if (kind === 'needs-attention') return examTexts.attentionTitle
  if (kind.startsWith('results')) return examTexts.resultsFailedTitle
  return kind.startsWith('build') ? examTexts.failedTitle : examTexts.notOpenedTitle
}
