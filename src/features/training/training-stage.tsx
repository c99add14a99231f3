import { Navigate } from 'react-router-dom'
import { trainingTexts } from '../../messages/training.ts'
import { paths } from '../../paths.ts'
import { AnsweringScreen } from '../../sitting/answering-screen.tsx'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import type { ExamView } from '../../sitting/exam-view.ts'
import { OtherTabScreen } from '../../sitting/other-tab-screen.tsx'
import { ProcessingScreen } from '../../sitting/processing-screen.tsx'
import { useFreshAfterSitting } from '../../sitting/use-fresh-after-sitting.ts'
import { WaitingScreen } from '../../sitting/waiting-screen.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TrainingFailed } from './training-failed.tsx'
import { TrainingIntro } from './training-intro.tsx'

interface TrainingStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
}

/** One screen a phase; those that only an exam has do not come. */
export function TrainingStage({ runner, view, purchaseId }: TrainingStageProps) {
  const { session } = view
  if (view.stage === 'looking') return <Loading fullPage />
  if (!view.isWriter && (view.stage === 'intro' || session.phase !== 'answering')) {
    return <OtherTabScreen onTakeOver={runner.takeOver} />
  }
  if (view.stage === 'intro') return <TrainingIntro purchaseId={purchaseId} onStart={() => runner.start(false)} />
  switch (session.phase) {
    case 'opening':
    case 'building':
    case 'ready':
      return <WaitingScreen title={trainingTexts.opening} />
    case 'answering':
      return <AnsweringScreen purchaseId={purchaseId} runner={runner} view={view} session={session} />
    case 'submitting':
    case 'scoring':
      return <ProcessingScreen purchaseId={purchaseId} view={view} session={session} />
    case 'finished':
    case 'no-open-attempt':
      return <Finished purchaseId={purchaseId} attemptId={view.attemptId} />
    case 'failed':
      return (
        <TrainingFailed
          failure={session.failure}
          purchaseId={purchaseId}
          onTryAgain={runner.tryAgain}
          onStartAnew={() => runner.start(false)}
        />
      )
  }
}

/** The review stands on the result page, which puts the test's type into the address. */
function Finished({ purchaseId, attemptId }: { purchaseId: string; attemptId: string | null }) {
  useFreshAfterSitting()
  return <Navigate to={paths.attemptResult('test', purchaseId, attemptId)} replace />
}
