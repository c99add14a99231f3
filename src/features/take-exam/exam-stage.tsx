import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import type { ExamView } from '../../sitting/exam-view.ts'
import { SittingStage } from '../../sitting/sitting-stage.tsx'
import { useFreshAfterSitting } from '../../sitting/use-fresh-after-sitting.ts'
import { BuildingScreen } from './building-screen.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { IntroScreen } from './intro-screen.tsx'
import { NoAttemptScreen } from './no-attempt-screen.tsx'

interface ExamStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
}

/** The screens of an exam. */
export function ExamStage({ runner, view, purchaseId }: ExamStageProps) {
  const intro = <IntroScreen purchaseId={purchaseId} onStart={runner.start} />
  return (
    <SittingStage runner={runner} view={view} purchaseId={purchaseId} intro={intro}>
      {(session) => {
        switch (session.phase) {
          case 'opening':
          case 'building':
          case 'ready':
            return <BuildingScreen session={session} keepsNothing={view.keepsNothing} />
          case 'finished':
            return <Finished purchaseId={purchaseId} attemptId={view.attemptId} testType={session.result?.test?.type} />
          case 'no-open-attempt':
            return <NoAttemptScreen resultUrl={session.resultUrl} purchaseId={purchaseId} onStart={runner.tryAgain} />
          case 'failed':
            return <FailedScreen failure={session.failure} purchaseId={purchaseId} runner={runner} />
        }
      }}
    </SittingStage>
  )
}

interface FinishedProps {
  purchaseId: string
  attemptId: string | null
  testType: string | undefined
}

/** The result has a page of its own; what the cache knew of purchases and results is old now. */
function Finished({ purchaseId, attemptId, testType }: FinishedProps) {
  const { testId = '1' } = useParams()
  useFreshAfterSitting()
  // The result page puts the right type into the address when this one is not it.
  return <Navigate to={paths.attemptResult(testType ?? testId, purchaseId, attemptId)} replace />
}
