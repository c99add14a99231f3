// A lazy boundary: an exam that succeeds needs none of this code.
import { type AttemptFailure, remedyFor } from '../../attempt/machine/failures.ts'
import type { Failed, NoOpenAttempt } from '../../attempt/machine/state.ts'
import { endingTexts } from '../../messages/exam-endings.ts'
import { examTexts } from '../../messages/exam.ts'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { paths } from '../../paths.ts'
import { DownloadRefused } from '../../attempt/submissions/refused-submission.tsx'
import type { AttemptController } from '../../attempt/control/controller.ts'
import { GoOnInMemory } from '../../attempt/screens/waiting-screen.tsx'
import styles from '../../attempt/screens/screen.module.css'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { examFailureAdvice, examFailureSentence, isSubmittedElsewhere, isUngraded } from './failure-sentence.ts'

interface ExamEndingProps {
  state: NoOpenAttempt | Failed
  purchaseId: string
  /** A press waits for this browser's storage. */
  isAwaitingDisk: boolean
  controller: AttemptController
}

export function ExamEnding({ state, ...shared }: ExamEndingProps) {
  if (state.phase === 'failed') return <FailedScreen {...shared} failure={state.failure} />
  return <NoAttemptScreen {...shared} resultUrl={state.resultUrl} />
}

type NoAttemptScreenProps = Omit<ExamEndingProps, 'state'> & Pick<NoOpenAttempt, 'resultUrl'>

function NoAttemptScreen({ resultUrl, purchaseId, isAwaitingDisk, controller }: NoAttemptScreenProps) {
  return (
    <Column width="text">
      <PageTitle>{endingTexts.noAttemptTitle}</PageTitle>
      <Text>{endingTexts.noAttempt}</Text>
      <div className={styles.actions}>
        <ButtonLink to={localPath(resultUrl) ?? paths.result('1', purchaseId)} size="large">
          {endingTexts.openResult}
        </ButtonLink>
        <Button variant="border" size="large" pending={isAwaitingDisk} onClick={controller.tryAgain}>
          {endingTexts.startNew}
        </Button>
      </div>
      <SubmitFile purchaseId={purchaseId} />
    </Column>
  )
}

/** Follows only a path of this site, whatever the server sent. */
function localPath(url: string | null): string | null {
  return url !== null && /^\/(?![/\\])/.test(url) ? url : null
}

type FailedScreenProps = Omit<ExamEndingProps, 'state'> & Pick<Failed, 'failure'>

function FailedScreen({ failure, purchaseId, isAwaitingDisk, controller }: FailedScreenProps) {
  const remedy = remedyFor(failure)
  const isElsewhere = isSubmittedElsewhere(failure)
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
            {endingTexts.openResult}
          </ButtonLink>
        )}
        {(remedy === 'start-again' || remedy === 'same-again') && (
          <Button size="large" pending={isAwaitingDisk} onClick={controller.tryAgain}>
            {examTexts.tryAgain}
          </Button>
        )}
        {remedy === 'download' && (
          <DownloadRefused
            purchaseId={purchaseId}
            attemptId={controller.view().attemptId}
            variant={isElsewhere || isUngraded(failure) ? 'border' : 'primary'}
            onSentAgain={controller.tryAgain}
          />
        )}
        {remedy === 'download' && (
          // This browser shows the refused attempt until it has another. The refusal must not keep a person from a new attempt.
          <Button variant="border" size="large" pending={isAwaitingDisk} onClick={() => controller.start(true)}>
            {endingTexts.startAnother}
          </Button>
        )}
        <ButtonLink variant="border" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
      {failure.kind === 'storage' && <GoOnInMemory isPending={isAwaitingDisk} onGoOn={controller.goOnInMemory} />}
      {remedy === 'download' && <SubmitFile purchaseId={purchaseId} />}
    </Column>
  )
}

function titleOf(failure: AttemptFailure): string {
  const { kind } = failure
  if (isSubmittedElsewhere(failure)) return endingTexts.elsewhereTitle
  if (isUngraded(failure)) return endingTexts.resultsFailedTitle
  if (kind === 'needs-attention') return endingTexts.attentionTitle
  return kind.startsWith('build') ? endingTexts.failedTitle : endingTexts.notOpenedTitle
}
