import type { ReactNode } from 'react'
import type { Answering, ExamSession, Scoring, Submitting } from '../engine/exam-phase.ts'
import { Loading } from '../ui/loading.tsx'
import { AnsweringScreen } from './answering-screen.tsx'
import type { ExamRunner } from './exam-runner.ts'
import type { ExamView } from './exam-view.ts'
import { ownFile } from './own-file.ts'
import { OtherTabScreen } from './other-tab-screen.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useBackGuard } from './use-back-guard.ts'
import { standsOnlyHere, useLeaveWarning } from './use-leave-warning.ts'

interface SittingStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
  intro: ReactNode
  /** The screen of a phase that an exam and a training do not show alike. */
  children: (session: Exclude<ExamSession, Answering | Submitting | Scoring>) => ReactNode
}

/** The screens of a sitting; while answers stand on this page only, whoever goes away from it is asked first. */
export function SittingStage(props: SittingStageProps) {
  const { view, purchaseId } = props
  const { session } = view
  const isOnlyHere = standsOnlyHere(view)
  const { isAsking, stay, leave } = useBackGuard(isOnlyHere)
  useLeaveWarning(isOnlyHere)
  const isHere = session.phase === 'answering' || session.phase === 'submitting'
  return (
    <>
      <SittingScreen {...props} />
      {isAsking && isHere && <LeaveDialog file={ownFile(session, purchaseId)} onStay={stay} onLeave={leave} />}
    </>
  )
}

/** One screen a phase: those that an exam and a training share, and the place of their own. */
function SittingScreen({ runner, view, purchaseId, intro, children }: SittingStageProps) {
  const { session } = view
  if (view.stage === 'looking') return <Loading fullPage />
  if (!view.isWriter && (view.stage === 'intro' || session.phase !== 'answering')) {
    return <OtherTabScreen onTakeOver={runner.takeOver} />
  }
  if (view.stage === 'intro') return intro
  switch (session.phase) {
    case 'answering':
      return <AnsweringScreen purchaseId={purchaseId} runner={runner} view={view} session={session} />
    case 'submitting':
    case 'scoring':
      return <ProcessingScreen purchaseId={purchaseId} view={view} session={session} />
    default:
      return children(session)
  }
}
