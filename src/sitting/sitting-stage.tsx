import type { ReactNode } from 'react'
import type { Answering, ExamSession, Scoring, Submitting } from '../engine/exam-phase.ts'
import { Loading } from '../ui/loading.tsx'
import { AnsweringScreen } from './answering-screen.tsx'
import type { ExamRunner } from './exam-runner.ts'
import type { ExamView } from './exam-view.ts'
import { OtherTabScreen } from './other-tab-screen.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'

interface SittingStageProps {
  runner: ExamRunner
  view: ExamView
  purchaseId: string
  intro: ReactNode
  /** The screen of a phase that an exam and a training do not show alike. */
  children: (session: Exclude<ExamSession, Answering | Submitting | Scoring>) => ReactNode
}

/** One screen a phase: those that an exam and a training share, and the place of their own. */
export function SittingStage({ runner, view, purchaseId, intro, children }: SittingStageProps) {
  const { session } = view
  useLeaveWarning(view)
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
