// A lazy boundary: an exam that goes well needs none of it.
import type { AttemptController } from '../../attempt/control/controller.ts'
import type { Failed, NoOpenAttempt } from '../../attempt/machine/state.ts'
import styles from '../../attempt/screens/screen.module.css'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { endingTexts } from '../../messages/exam-endings.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { FailedScreen } from './failed-screen.tsx'

interface ExamEndingProps {
  state: NoOpenAttempt | Failed
  purchaseId: string
  /** A press waits for this browser's storage. */
  isAwaitingDisk: boolean
  controller: AttemptController
}

/** There is no exam to go on with: why, and what to do next. */
export function ExamEnding({ state, controller, ...shared }: ExamEndingProps) {
  if (state.phase === 'failed') return <FailedScreen {...shared} failure={state.failure} controller={controller} />
  return <NoAttemptScreen {...shared} resultUrl={state.resultUrl} onStart={controller.tryAgain} />
}

interface NoAttemptScreenProps {
  resultUrl: string | null
  purchaseId: string
  /** The press waits for this browser's storage. */
  isAwaitingDisk: boolean
  onStart: () => void
}

/** The attempt that was asked for is over: to its result, or to a new one. */
function NoAttemptScreen({ resultUrl, purchaseId, isAwaitingDisk, onStart }: NoAttemptScreenProps) {
  return (
    <Column width="text">
      <PageTitle>{endingTexts.noAttemptTitle}</PageTitle>
      <Text>{endingTexts.noAttempt}</Text>
      <div className={styles.actions}>
        <ButtonLink to={localPath(resultUrl) ?? paths.result('1', purchaseId)} size="large">
          {endingTexts.openResult}
        </ButtonLink>
        <Button variant="border" size="large" pending={isAwaitingDisk} onClick={onStart}>
          {endingTexts.startNew}
        </Button>
      </div>
      <SubmitFile purchaseId={purchaseId} />
    </Column>
  )
}

/** Only a path of this site is followed, whatever the server sent. */
function localPath(url: string | null): string | null {
  return url !== null && /^\/(?![/\\])/.test(url) ? url : null
}
