import { Navigate } from 'react-router-dom'
import { OpeningUnanswered, WaitingScreen } from '../../attempt/screens/waiting-screen.tsx'
import { timeOfDay } from '../../messages/formats.ts'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import type { AttemptController } from '../../attempt/control/controller.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import { AttemptStage } from '../../attempt/screens/attempt-stage.tsx'
import { useFreshAfterAttempt } from '../../queries/fresh-after-attempt.ts'
import { TrainingFailed } from './training-failed.tsx'
import { TrainingIntro } from './training-intro.tsx'

interface TrainingStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
}

/** The screens of a training; those that only an exam has do not come. */
export function TrainingStage({ controller, view, purchaseId }: TrainingStageProps) {
  const shared = { purchaseId, isAwaitingDisk: view.isAwaitingDisk }
  const intro = <TrainingIntro {...shared} onStart={() => controller.start(false)} />
  return (
    <AttemptStage controller={controller} view={view} purchaseId={purchaseId} intro={intro}>
      {(state) => {
        switch (state.phase) {
          case 'opening':
          case 'building':
          case 'ready':
            return (
              <WaitingScreen title={trainingTexts.opening}>
                {state.phase === 'opening' && view.openingUnanswered !== null && (
                  <OpeningUnanswered onAskNow={controller.wake}>
                    {trainingTexts.openingAsksAgain(timeOfDay(view.openingUnanswered.since))}
                  </OpeningUnanswered>
                )}
              </WaitingScreen>
            )
          case 'finished':
          case 'no-open-attempt':
            return <Finished purchaseId={purchaseId} attemptId={view.attemptId} />
          case 'failed':
            return <TrainingFailed {...shared} failure={state.failure} controller={controller} />
        }
      }}
    </AttemptStage>
  )
}

/** The review is on the result page, which puts the test's type into the address. */
function Finished({ purchaseId, attemptId }: { purchaseId: string; attemptId: string | null }) {
  useFreshAfterAttempt()
  return <Navigate to={paths.attemptResult('test', purchaseId, attemptId)} replace />
}
