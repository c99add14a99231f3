import { useParams, useSearchParams } from 'react-router-dom'
import { trainingSitting } from '../../messages/sitting.ts'
import { isUnderWay } from '../../sitting/is-under-way.ts'
import { OwnSitting } from '../../sitting/own-sitting.tsx'
import { SittingTextsContext } from '../../sitting/sitting-texts.ts'
import { useExam } from '../../sitting/use-exam.ts'
import { useExamGuard } from '../../sitting/use-exam-guard.ts'
import { Loading } from '../../ui/loading.tsx'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { wishIn } from './practice-wish.ts'
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
    const props = { purchaseId, startKey, wish: wishIn(search) }
    return (
      <OwnSitting key={`${purchaseId} ${startKey}`}>{() => <PieceInPlace piece={practice} props={props} />}</OwnSitting>
    )
  }
  return (
    <SittingTextsContext value={trainingSitting}>
      <OwnSitting key={purchaseId}>{(ownerId) => <Training ownerId={ownerId} purchaseId={purchaseId} />}</OwnSitting>
    </SittingTextsContext>
  )
}

function Training({ ownerId, purchaseId }: { ownerId: string; purchaseId: string }) {
  const training = useExam({ mode: 'training', ownerId, purchaseId, calls: trainingCalls })
  useExamGuard(training !== null && isUnderWay(training.view))
  if (training === null) return <Loading fullPage />
  return <TrainingStage runner={training.runner} view={training.view} purchaseId={purchaseId} />
}
