import { type AttemptFailure, remedyFor } from '../../attempt/machine/failures.ts'
import { examTexts } from '../../messages/exam.ts'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import { DownloadRefused } from '../../attempt/submissions/refused-submission.tsx'
import type { AttemptController } from '../../attempt/control/controller.ts'
import { GoOnInMemory } from '../../attempt/screens/go-on-in-memory.tsx'
import styles from '../../attempt/screens/screen.module.css'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { trainingAdvice, trainingSentence } from './training-sentence.ts'

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
