import { useParams } from 'react-router-dom'
import { trainingSitting } from '../../messages/sitting.ts'
import { isUnderWay } from '../../sitting/is-under-way.ts'
import { OwnSitting } from '../../sitting/own-sitting.tsx'
import { SittingTextsContext } from '../../sitting/sitting-texts.ts'
import { useExam } from '../../sitting/use-exam.ts'
import { useExamGuard } from '../../sitting/use-exam-guard.ts'
import { Loading } from '../../ui/loading.tsx'
import { trainingCalls } from './training-calls.ts'
import { TrainingStage } from './training-stage.tsx'

/** Taking a purchased test as a training (S2.06): the exam without its clock and its jobs. */
export function TrainingPage() {
  const { purchaseId } = useParams()
  if (purchaseId === undefined) return <Loading fullPage />
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
