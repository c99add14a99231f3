import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { Result } from '#contract/result.ts'
import type { AttemptController } from '../../attempt/control/controller.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import type { Building, Finished as FinishedState, Opening, Ready } from '../../attempt/machine/state.ts'
import { AttemptStage } from '../../attempt/screens/attempt-stage.tsx'
import { OpeningUnanswered, WaitingScreen } from '../../attempt/screens/waiting-screen.tsx'
import { examTexts, storageTexts } from '../../messages/exam.ts'
import { timeOfDay } from '../../messages/formats.ts'
import { pageInPlace } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { useFreshAfterAttempt } from '../../queries/attempt-queries.ts'
import type { ResultInWork, ResultState } from '../../queries/result-state.ts'
import { Notice } from '../../ui/notice.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text.tsx'
import { IntroScreen } from './intro-screen.tsx'

interface ExamStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
}

/** The screens of an exam that did not begin or was refused. Few people need them; fetched as soon as the page is shown. */
const examEnding = lazyPiece(() => import('./exam-ending.tsx').then((m) => m.ExamEnding))

export function ExamStage({ controller, view, purchaseId }: ExamStageProps) {
  const { isAwaitingDisk } = view
  useEffect(() => examEnding.prepare(), [])
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
          case 'failed':
            return <PieceInPlace piece={examEnding} props={{ ...shared, state, controller }} />
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

/** Leads to the page of the result, which also waits for the grade. Cached purchases and results are stale by now. */
function Finished({ purchaseId, state: { result, isInWork }, view: { attemptId, receipt } }: FinishedProps) {
  const { testId = '1' } = useParams()
  const client = useQueryClient()
  useEffect(() => {
    if (result !== null) seedResult(client, purchaseId, result)
    if (isInWork === true) seedWork(client, purchaseId, { attemptId, receipt })
  }, [client, purchaseId, result, isInWork, attemptId, receipt])
  useFreshAfterAttempt()
  // The result page corrects a wrong type in the address.
  return <Navigate to={paths.attemptResult(result?.test?.type ?? testId, purchaseId, attemptId)} replace />
}

const titles = { opening: examTexts.opening, building: examTexts.building, ready: examTexts.ready }

interface BuildingScreenProps {
  state: Opening | Building | Ready
  /** `isMemoryOnly`: this browser does not store the questions. */
  view: Pick<AttemptView, 'isMemoryOnly' | 'openingUnanswered'>
  onAskNow: () => void
}

function BuildingScreen({ state, view, onAskNow }: BuildingScreenProps) {
  const { isMemoryOnly, openingUnanswered } = view
  const progress = state.phase === 'building' ? state.progress : null
  return (
    <WaitingScreen title={state.phase === 'ready' && isMemoryOnly ? storageTexts.preparing : titles[state.phase]}>
      {progress !== null && <Progress max={100} value={progress} label={examTexts.buildProgress} />}
      {state.phase === 'building' && state.isPage === true && <Notice tone="danger">{pageInPlace}</Notice>}
      {state.phase === 'opening' && openingUnanswered !== null ? (
        <OpeningUnanswered onAskNow={onAskNow}>
          {examTexts.openingAsksAgain(
            timeOfDay(openingUnanswered.since),
            openingUnanswered.clockFrom === null ? null : timeOfDay(openingUnanswered.clockFrom),
          )}
        </OpeningUnanswered>
      ) : (
        <Text tone="soft">{examTexts.buildingHint}</Text>
      )}
    </WaitingScreen>
  )
}

/**
 * Lets the result page show this result immediately, before the other results. A result without figures is left to the page's
 * own query. The query key is copied here, because a shared module would load the cabinet's code with the first question.
 */
function seedResult(client: QueryClient, purchaseId: string, result: Result): void {
  if (result.total == null && result.score == null) return
  client.setQueryData<ResultState>(keyOf(purchaseId), (known) => {
    const earlier = resultsIn(known).filter(({ attempt_id }) => attempt_id !== result.attempt_id)
    return { kind: 'results', newest: result, earlier }
  })
}

/** Lets the result's page wait and ask from now on: the server has just said that it grades. */
function seedWork(
  client: QueryClient,
  purchaseId: string,
  { attemptId, receipt }: Pick<ResultInWork, 'attemptId' | 'receipt'>,
): void {
  client.setQueryData<ResultState>(keyOf(purchaseId), (known) => {
    return { kind: 'processing', attemptId, receipt, earlier: resultsIn(known), asked: 0, isPage: false }
  })
}

const keyOf = (purchaseId: string) => ['test-results', purchaseId]

function resultsIn(known: ResultState | undefined): readonly Result[] {
  const newest = known?.kind === 'results' ? [known.newest] : []
  return known !== undefined && 'earlier' in known ? [...newest, ...known.earlier] : newest
}
