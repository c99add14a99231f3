import { Navigate } from 'react-router-dom'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import type { ExamView } from '../../sitting/exam-view.ts'
import { SittingStage } from '../../sitting/sitting-stage.tsx'
import { useFreshAfterSitting } from '../../sitting/use-fresh-after-sitting.ts'
import { WaitingScreen } from '../../sitting/waiting-screen.tsx'
import { TrainingFailed } from './training-failed.tsx'
import { TrainingIntro } from './training-intro.tsx'

interface TrainingStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
}

/** The screens of a training; those that only an exam has do not come. */
export function TrainingStage({ runner, view, purchaseId }: TrainingStageProps) {
  const intro = <TrainingIntro purchaseId={purchaseId} onStart={() => runner.start(false)} />
  return (
    <SittingStage runner={runner} view={view} purchaseId={purchaseId} intro={intro}>
      {(session) => {
        switch (session.phase) {
          case 'opening':
          case 'building':
          case 'ready':
            return <WaitingScreen title={trainingTexts.opening} />
          case 'finished':
          case 'no-open-attempt':
            return <Finished purchaseId={purchaseId} attemptId={view.attemptId} />
          case 'failed':
            return <TrainingFailed failure={session.failure} purchaseId={purchaseId} runner={runner} />
        }
      }}
    </SittingStage>
  )
}

/** The review stands on the result page, which puts the test's type into the address. */
function Finished({ purchaseId, attemptId }: { purchaseId: string; attemptId: string | null }) {
  useFreshAfterSitting()
  return <Navigate to={paths.attemptResult('test', purchaseId, attemptId)} replace />
}
