import type { ReactNode } from 'react'
import type { Answering, AttemptState, Submitting } from '../machine/state.ts'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { AnsweringScreen } from './answering-screen.tsx'
import type { AttemptController } from '../control/controller.ts'
import type { AttemptView } from '../control/view.ts'
import { useAttemptTexts } from './attempt-texts.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { type AttemptTexts, examTexts } from '../../messages/exam.ts'
import { sendingTexts } from '../../messages/sending.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'
import { DeliveryNoticeOffer } from '../submissions/delivery-notice.tsx'
import { downloadAnswers } from '../submissions/answers-file.ts'
import { CountsUntil, NextTry } from '../submissions/next-try.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isOnlyHere, onlyHereSentence, ownFile } from './trouble.ts'

interface AttemptStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
  intro: ReactNode
  /** The screen of a phase that an exam and a training show differently. */
  children: (state: Exclude<AttemptState, Answering | Submitting>) => ReactNode
}

/** The screens of an attempt, and a guard that asks before a page is left that alone has the answers. */
export function AttemptStage(props: AttemptStageProps) {
  return (
    <>
      <AttemptScreen {...props} />
      <LeaveGuard view={props.view} purchaseId={props.purchaseId} />
    </>
  )
}

/** One screen for each phase: the screens that an exam and a training share, else `children`. */
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

interface ProcessingScreenProps {
  purchaseId: string
  view: AttemptView
  state: Submitting
}

function ProcessingScreen({ purchaseId, view, state }: ProcessingScreenProps) {
  const texts = useAttemptTexts()
  const { lateUntil } = state.paper.attemptInfo
  const notSubmitted = texts.notSubmitted(view)
  const isLostWithPage = isOnlyHere(view)
  const isBroken = view.pace === 'broken'
  return (
    <WaitingScreen title={titleOf(state, texts)}>
      {!isBroken && <Text tone="soft">{hintOf(state, isLostWithPage)}</Text>}
      {view.nextTryAt !== null && (
        <>
          <Notice
            tone={isBroken ? 'danger' : 'warning'}
            actions={
              isBroken && (
                <Button variant="border" onClick={() => downloadAnswers(ownFile(state, purchaseId))}>
                  {examTexts.download}
                </Button>
              )
            }
            {...(notSubmitted !== null && { title: notSubmitted })}
          >
            <p>{wayOf(view)}</p>
            {lateUntil !== null && <CountsUntil until={lateUntil} />}
          </Notice>
          <NextTry at={view.nextTryAt} pauseUntil={view.pauseUntil} isCentered />
          {!isLostWithPage && !isBroken && <DeliveryNoticeOffer />}
        </>
      )}
      {isLostWithPage && (
        <Notice
          tone="danger"
          actions={
            <Button variant="border" onClick={() => downloadAnswers(ownFile(state, purchaseId))}>
              {examTexts.download}
            </Button>
          }
        >
          {onlyHereSentence(view)}
        </Notice>
      )}
    </WaitingScreen>
  )
}

function wayOf({ pace }: AttemptView): string {
  if (pace === 'broken') return sendingTexts.broken
  if (pace === 'slow') return examTexts.submittingSlow
  return pace === 'first-try' ? examTexts.submittingLong : examTexts.submittingOffline
}

function titleOf({ because }: Submitting, { submitting }: AttemptTexts): string {
  return because === 'deadline' ? examTexts.submittingDeadline : submitting
}

/** Says that the page may be closed only where that is true. */
function hintOf({ enqueued }: Submitting, isLostWithPage: boolean): string {
  return enqueued && !isLostWithPage ? examTexts.submittingHint : examTexts.submittingNotKept
}
