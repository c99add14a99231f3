import type { ReactNode } from 'react'
import type { Answering, AttemptState, Submitting } from '../machine/state.ts'
import { Loading } from '../../ui/loading.tsx'
import { AnsweringScreen } from './answering-screen.tsx'
import type { AttemptController } from '../control/controller.ts'
import type { AttemptView } from '../control/view.ts'
import { useAttemptTexts } from './attempt-page.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { examTexts } from '../../messages/exam.ts'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'

interface AttemptStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
  intro: ReactNode
  /** The screen of a phase that an exam and a training do not show alike. */
  children: (state: Exclude<AttemptState, Answering | Submitting>) => ReactNode
}

/** The screens of an attempt, and what asks before a page is left that alone has the answers. */
export function AttemptStage(props: AttemptStageProps) {
  return (
    <>
      <AttemptScreen {...props} />
      <LeaveGuard view={props.view} purchaseId={props.purchaseId} />
    </>
  )
}

/** One screen a phase: those that an exam and a training share, and the place of their own. */
function AttemptScreen({ controller, view, purchaseId, intro, children }: AttemptStageProps) {
  const { state } = view
  if (view.stage === 'looking') return <Loading fullPage />
  if (!view.isWriter && (view.stage === 'intro' || state.phase !== 'answering')) {
    return <OtherTabScreen onTakeOver={controller.takeOver} />
  }
  if (view.stage === 'intro') return intro
  switch (state.phase) {
    case 'answering':
      return <AnsweringScreen purchaseId={purchaseId} controller={controller} view={view} state={state} />
    case 'submitting':
      return <ProcessingScreen purchaseId={purchaseId} view={view} state={state} />
    default:
      return children(state)
  }
}

/** Another tab of this browser has the attempt, and nothing of it is shown here. */
function OtherTabScreen({ onTakeOver }: { onTakeOver: () => void }) {
  const { otherTabTitle } = useAttemptTexts()
  return (
    <Column width="text">
      <PageTitle>{otherTabTitle}</PageTitle>
      <Text>{examTexts.otherTab}</Text>
      <div>
        <Button size="large" onClick={onTakeOver}>
          {examTexts.continueHere}
        </Button>
      </div>
    </Column>
  )
}
