import type { AttemptController } from '../../attempt/control/controller.ts'
import { type AttemptFailure, remedyFor } from '../../attempt/machine/failures.ts'
import styles from '../../attempt/screens/screen.module.css'
import { GoOnInMemory } from '../../attempt/screens/waiting-screen.tsx'
import { DownloadRefused } from '../../attempt/submissions/refused-submission.tsx'
import { examTexts } from '../../messages/exam.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'

interface TrainingFailedProps {
  failure: AttemptFailure
  purchaseId: string
  /** A press waits for this browser's storage. */
  isAwaitingDisk: boolean
  controller: Pick<AttemptController, 'view' | 'start' | 'tryAgain' | 'goOnInMemory'>
}

/** What happened, in the specification's words (S8.04), and what to do next. */
export function TrainingFailed({ failure, purchaseId, isAwaitingDisk, controller }: TrainingFailedProps) {
  const isRefused = failure.kind === 'needs-attention'
  const isUngraded = isRefused && (failure.code === 'error' || failure.code === 'expired')
  const mayTryAgain = remedyFor(failure) === 'same-again' || remedyFor(failure) === 'start-again'
  const advice = trainingAdvice(failure)
  return (
    <Column width="text">
      <PageTitle>{isRefused ? trainingTexts.attentionTitle : trainingTexts.failedTitle}</PageTitle>
      <Notice tone="danger">{trainingSentence(failure)}</Notice>
      {advice !== null && <Text>{advice}</Text>}
      <div className={styles.actions}>
        {mayTryAgain && (
          <Button size="large" pending={isAwaitingDisk} onClick={controller.tryAgain}>
            {examTexts.tryAgain}
          </Button>
        )}
        {isRefused && (
          <>
            <Button
              size="large"
              variant={isUngraded ? 'border' : 'primary'}
              pending={isAwaitingDisk}
              onClick={() => controller.start(false)}
            >
              {trainingTexts.again}
            </Button>
            <DownloadRefused
              purchaseId={purchaseId}
              attemptId={controller.view().attemptId}
              variant="border"
              onSentAgain={controller.tryAgain}
            />
          </>
        )}
        <ButtonLink variant="border" size="large" to={paths.purchases}>
          {examTexts.backToPurchases}
        </ButtonLink>
      </div>
      {failure.kind === 'storage' && <GoOnInMemory isPending={isAwaitingDisk} onGoOn={controller.goOnInMemory} />}
    </Column>
  )
}

/** The specification's sentence for a failure (S8.04), the server's own where it gave one. */
export function trainingSentence(failure: AttemptFailure): string {
  switch (failure.kind) {
    case 'network':
      return testMessages.testNetwork
    case 'storage':
      return trainingTexts.storageFailed
    case 'refused':
      return failure.message || testMessages.testLoadFailed
    case 'needs-attention':
      return failure.message || testMessages.testSubmitFailed
    default:
      return testMessages.testLoadFailed
  }
}

/** Advice in Ukrainian, whatever the language of the sentence above it; null without any. */
function trainingAdvice({ kind }: AttemptFailure): string | null {
  switch (kind) {
    case 'network':
      return trainingTexts.loadAdvice
    case 'html':
      return trainingTexts.portalAdvice
    case 'needs-attention':
      return trainingTexts.attention
    default:
      return null
  }
}
