import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type ExamMeta, openTraining } from '#contract/exam.ts'
import { limitedTo } from '../../attempt/control/calls.ts'
import type { AttemptCalls } from '../../attempt/control/context.ts'
import type { AttemptController } from '../../attempt/control/controller.ts'
import { useAttempt } from '../../attempt/control/use-attempt.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import { isUnderWay } from '../../attempt/machine/page-state.ts'
import { AttemptStage } from '../../attempt/screens/attempt-stage.tsx'
import { AttemptTextsContext } from '../../attempt/screens/attempt-texts.ts'
import { OwnAttempt, useExamGuard } from '../../attempt/screens/own-attempt.tsx'
import { OpeningUnanswered, WaitingScreen } from '../../attempt/screens/waiting-screen.tsx'
import { replyOf } from '../../http/reply-of.ts'
import type { Reply } from '../../http/reply.ts'
import { trainingAttemptTexts } from '../../messages/exam.ts'
import { timeOfDay } from '../../messages/formats.ts'
import { trainingTexts } from '../../messages/training.ts'
import { ofTraining, paths } from '../../paths.ts'
import { useFreshAfterAttempt } from '../../queries/attempt-queries.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Loading } from '../../ui/page.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { requestIn } from './practice-request.ts'
import { TrainingFailed } from './training-failed.tsx'
import { TrainingIntro } from './training-intro.tsx'

const practice = lazyPiece(() => import('./practice/practice-view.tsx').then((m) => m.PracticeView))

/** A purchased test as a training (S2.06), without clock and jobs; as a practice, where the address names one. */
export function TrainingPage() {
  const { purchaseId } = useParams()
  const [search] = useSearchParams()
  const startKey = search.get('practice')
  if (purchaseId === undefined) return <Loading fullPage />
  if (startKey !== null) {
    const props = { purchaseId, startKey, request: requestIn(search) }
    return (
      <OwnAttempt key={`${purchaseId} ${startKey}`}>
        {(ownerId) => <PieceInPlace piece={practice} props={{ ...props, ownerId }} />}
      </OwnAttempt>
    )
  }
  return (
    <AttemptTextsContext value={trainingAttemptTexts}>
      <OwnAttempt key={purchaseId}>{(ownerId) => <Training ownerId={ownerId} purchaseId={purchaseId} />}</OwnAttempt>
    </AttemptTextsContext>
  )
}

function Training({ ownerId, purchaseId }: { ownerId: string; purchaseId: string }) {
  const training = useAttempt({ mode: 'training', ownerId, purchaseId, calls: trainingCalls })
  useExamGuard(training !== null && isUnderWay(training.view.stage, training.view.state))
  if (training === null) return <Loading fullPage />
  return <TrainingStage controller={training.controller} view={training.view} purchaseId={purchaseId} />
}

/** A training is fetched and submitted, and never polls (S4.33). No job builds it, so calls about a job are answered here. */
const trainingCalls: AttemptCalls = {
  open: (id, _startKey, timeoutMs) =>
    replyOf(sessionRequest(openTraining, { params: { id } }, limitedTo(timeoutMs))).then(paperOrNothing),
  fetchPaper: async () => nothing,
  buildStatus: async () => ({ kind: 'answered', body: { status: 'error' } }),
}

const nothing = { kind: 'unreadable', form: 'unknown', status: 200 } as const

/** A reply without questions is no training, whatever it calls itself. */
function paperOrNothing(reply: Reply<ExamMeta>): Reply<ExamMeta> {
  return reply.kind === 'answered' && !reply.body.questions?.length ? nothing : reply
}

interface TrainingStageProps {
  controller: AttemptController
  view: AttemptView
  purchaseId: string
}

function TrainingStage({ controller, view, purchaseId }: TrainingStageProps) {
  const shared = { purchaseId, isAwaitingDisk: view.isAwaitingDisk }
  const intro = <TrainingIntro {...shared} onStart={() => controller.start(false)} />
  return (
    <AttemptStage controller={controller} view={view} purchaseId={purchaseId} intro={intro}>
      {(state) => {
        switch (state.phase) {
          case 'opening':
          case 'building':
          case 'ready':
            return (
              <WaitingScreen title={trainingTexts.opening}>
                {state.phase === 'opening' && view.openingUnanswered !== null && (
                  <OpeningUnanswered onAskNow={controller.wake}>
                    {trainingTexts.openingAsksAgain(timeOfDay(view.openingUnanswered.since))}
                  </OpeningUnanswered>
                )}
              </WaitingScreen>
            )
          case 'finished':
          case 'no-open-attempt':
            return <Finished purchaseId={purchaseId} attemptId={view.attemptId} />
          case 'failed':
            return <TrainingFailed {...shared} failure={state.failure} controller={controller} />
        }
      }}
    </AttemptStage>
  )
}

/** The result page has the review, and puts the test's type into the address in place of `test`. */
function Finished({ purchaseId, attemptId }: { purchaseId: string; attemptId: string | null }) {
  useFreshAfterAttempt()
  return <Navigate to={paths.attemptResult('test', purchaseId, attemptId)} state={ofTraining} replace />
}
