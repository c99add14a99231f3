import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { AnsweringScreen } from '../../sitting/answering-screen.tsx'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import type { ExamView } from '../../sitting/exam-view.ts'
import { OtherTabScreen } from '../../sitting/other-tab-screen.tsx'
import { ProcessingScreen } from '../../sitting/processing-screen.tsx'
import { useFreshAfterSitting } from '../../sitting/use-fresh-after-sitting.ts'
import { Loading } from '../../ui/loading.tsx'
import { BuildingScreen } from './building-screen.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { IntroScreen } from './intro-screen.tsx'
import { NoAttemptScreen } from './no-attempt-screen.tsx'

interface ExamStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
}

/** One screen a phase. */
export function ExamStage({ runner, view, purchaseId }: ExamStageProps) {
  const { session } = view
  if (view.stage === 'looking') return <Loading fullPage />
  if (!view.isWriter && (view.stage === 'intro' || session.phase !== 'answering')) {
    return <OtherTabScreen onTakeOver={runner.takeOver} />
  }
  if (view.stage === 'intro') return <IntroScreen purchaseId={purchaseId} onStart={runner.start} />
  switch (session.phase) {
    case 'opening':
    case 'building':
    case 'ready':
      return <BuildingScreen session={session} />
    case 'answering':
      return <AnsweringScreen purchaseId={purchaseId} runner={runner} view={view} session={session} />
    case 'submitting':
    case 'scoring':
      return <ProcessingScreen purchaseId={purchaseId} view={view} session={session} />
    case 'finished':
      return <Finished purchaseId={purchaseId} testType={session.result?.test?.type} />
    case 'no-open-attempt':
      return <NoAttemptScreen resultUrl={session.resultUrl} purchaseId={purchaseId} onStart={runner.tryAgain} />
    case 'failed':
      return <FailedScreen failure={session.failure} purchaseId={purchaseId} onTryAgain={runner.tryAgain} />
  }
}

/** The result has a page of its own; what the cache knew of purchases and results is old now. */
function Finished({ purchaseId, testType }: { purchaseId: string; testType: string | undefined }) {
  const { testId = '1' } = useParams()
  useFreshAfterSitting()
  // The result page puts the right type into the address when this one is not it.
  return <Navigate to={paths.result(testType ?? testId, purchaseId)} replace />
}
