import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { Finished as FinishedState } from '../../attempt/machine/state.ts'
import { paths } from '../../paths.ts'
import type { AttemptController } from '../../attempt/control/controller.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import { AttemptStage } from '../../attempt/screens/attempt-stage.tsx'
import { useFreshAfterAttempt } from '../../queries/fresh-after-attempt.ts'
import { BuildingScreen } from './building-screen.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { IntroScreen } from './intro-screen.tsx'
import { NoAttemptScreen } from './no-attempt-screen.tsx'
import { seedResult, seedWork } from './seed-result.ts'

interface ExamStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
}

/** The screens of an exam. */
export function ExamStage({ controller, view, purchaseId }: ExamStageProps) {
  const { isAwaitingDisk } = view
  const shared = { purchaseId, isAwaitingDisk }
  const intro = <IntroScreen {...shared} onStart={controller.start} />
  return (
    <AttemptStage controller={controller} view={view} purchaseId={purchaseId} intro={intro}>
      {(state) => {
        switch (state.phase) {
          case 'opening':
          case 'building':
          case 'ready':
            return <BuildingScreen state={state} view={view} onAskNow={controller.wake} />
          case 'finished':
            return <Finished purchaseId={purchaseId} state={state} view={view} />
          case 'no-open-attempt':
            return <NoAttemptScreen {...shared} resultUrl={state.resultUrl} onStart={controller.tryAgain} />
          case 'failed':
            return <FailedScreen {...shared} failure={state.failure} controller={controller} />
        }
      }}
    </AttemptStage>
  )
}

interface FinishedProps {
  purchaseId: string
  state: FinishedState
  view: Pick<AttemptView, 'attemptId' | 'receipt'>
}

/** The result has a page of its own, which waits for it, too; what the cache knew of purchases and results is old now. */
function Finished({ purchaseId, state: { result, isInWork }, view: { attemptId, receipt } }: FinishedProps) {
  const { testId = '1' } = useParams()
  const client = useQueryClient()
  useEffect(() => {
    if (result !== null) seedResult(client, purchaseId, result)
    if (isInWork === true) seedWork(client, purchaseId, { attemptId, receipt })
  }, [client, purchaseId, result, isInWork, attemptId, receipt])
  useFreshAfterAttempt()
  // The result page puts the right type into the address when this one is not it.
  return <Navigate to={paths.attemptResult(result?.test?.type ?? testId, purchaseId, attemptId)} replace />
}
