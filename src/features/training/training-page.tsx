import { useParams, useSearchParams } from 'react-router-dom'
import { trainingAttemptTexts } from '../../messages/attempt.ts'
import { isUnderWay } from '../../attempt/machine/page-state.ts'
import { AttemptTextsContext } from '../../attempt/screens/attempt-texts.ts'
import { OwnAttempt } from '../../attempt/screens/own-attempt.tsx'
import { useExamGuard } from '../../attempt/screens/use-exam-guard.ts'
import { useAttempt } from '../../attempt/control/use-attempt.ts'
import { Loading } from '../../ui/loading.tsx'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { requestIn } from './practice-request.ts'
import { trainingCalls } from './training-calls.ts'
import { TrainingStage } from './training-stage.tsx'

const practice = lazyPiece(() => import('./practice/practice-view.tsx').then((m) => m.PracticeView))

/**
 * Taking a purchased test as a training (S2.06): the exam without its clock and its jobs. Where the address names a practice,
 * one task at a time.
 */
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
