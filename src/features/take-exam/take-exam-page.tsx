import { useParams } from 'react-router-dom'
import { examCalls } from '../../sitting/exam-calls.ts'
import { isUnderWay } from '../../sitting/is-under-way.ts'
import { OwnSitting } from '../../sitting/own-sitting.tsx'
import { useExamGuard } from '../../sitting/use-exam-guard.ts'
import { useExam } from '../../sitting/use-exam.ts'
import { useWakeLock } from '../../sitting/use-wake-lock.ts'
import { Loading } from '../../ui/loading.tsx'
import { ExamStage } from './exam-stage.tsx'

/** Taking a purchased test as an exam (S2.06). Everything it shows is in this one chunk: nothing is loaded after the start. */
export function TakeExamPage() {
  const { purchaseId } = useParams()
  if (purchaseId === undefined) return <Loading fullPage />
  return <OwnSitting key={purchaseId}>{(ownerId) => <Exam ownerId={ownerId} purchaseId={purchaseId} />}</OwnSitting>
}

function Exam({ ownerId, purchaseId }: { ownerId: string; purchaseId: string }) {
  const exam = useExam({ mode: 'exam', ownerId, purchaseId, calls: examCalls })
  useExamGuard(exam !== null && isUnderWay(exam.view))
  useWakeLock(exam !== null && exam.view.stage === 'running' && exam.view.session.phase === 'answering')
  if (exam === null) return <Loading fullPage />
  return <ExamStage runner={exam.runner} view={exam.view} purchaseId={purchaseId} />
}
