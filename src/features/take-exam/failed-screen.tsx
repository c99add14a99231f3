import { type ExamFailure, remedyFor } from '../../engine/failure.ts'
import { examTexts } from '../../messages/exam.ts'
import { HandInFile } from '../../outbox/hand-in-file.tsx'
import { paths } from '../../paths.ts'
import { DownloadRefused } from '../../sitting/download-refused.tsx'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import { GoOnUnkept } from '../../sitting/go-on-unkept.tsx'
import styles from '../../sitting/screen.module.css'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { examFailureAdvice, examFailureSentence, isHandedInElsewhere, isUngraded } from './failure-sentence.ts'

interface FailedScreenProps {
  failure: ExamFailure
  purchaseId: string
  runner: Pick<ExamRunner, 'view' | 'start' | 'tryAgain' | 'goOnUnkept'>
}

/** What happened, in the specification's words, and what to do next. */
export function FailedScreen({ failure, purchaseId, runner }: FailedScreenProps) {
  const remedy = remedyFor(failure)
  const isElsewhere = isHandedInElsewhere(failure)
  const sentence = examFailureSentence(failure)
  const advice = examFailureAdvice(failure)
  return (
    <Column width="text">
      <PageTitle>{titleOf(failure)}</PageTitle>
      <Notice tone={isElsewhere ? 'warning' : 'danger'}>{sentence}</Notice>
      {advice !== null && advice !== sentence && <Text>{advice}</Text>}
      <div className={styles.actions}>
        {isElsewhere && (
          <ButtonLink size="large" to={paths.result('1', purchaseId)}>
            {examTexts.openResult}
          </ButtonLink>
        )}
        {(remedy === 'start-again' || remedy === 'same-again') && (
          <Button size="large" onClick={runner.tryAgain}>
            {examTexts.tryAgain}
          </Button>
        )}
        {remedy === 'ask-again' && (
          <Button size="large" onClick={runner.tryAgain}>
            {examTexts.askAgain}
          </Button>
        )}
        {remedy === 'download' && (
          <DownloadRefused
            purchaseId={purchaseId}
            attemptId={runner.view().attemptId}
            variant={isElsewhere || isUngraded(failure) ? 'border' : 'primary'}
            onSentAgain={runner.tryAgain}
          />
        )}
        {remedy === 'download' && (
          // This browser shows the refused one for as long as there is no other: nobody is to be kept from an attempt by it.
          <Button variant="border" size="large" onClick={() => runner.start(true)}>
            {examTexts.startAnother}
          </Button>
        )}
        <ButtonLink variant="border" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
      {failure.kind === 'storage' && <GoOnUnkept onGoOn={runner.goOnUnkept} />}
      {remedy === 'download' && <HandInFile purchaseId={purchaseId} />}
    </Column>
  )
}

function titleOf(failure: ExamFailure): string {
  const { kind } = failure
  if (isHandedInElsewhere(failure)) return examTexts.elsewhereTitle
  if (isUngraded(failure)) return examTexts.resultsFailedTitle
  if (kind === 'needs-attention') return examTexts.attentionTitle
  if (kind.startsWith('results')) return examTexts.resultsFailedTitle
  return kind.startsWith('build') ? examTexts.failedTitle : examTexts.notOpenedTitle
}
