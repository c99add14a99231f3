import { useParams } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { examCalls } from '../../sitting/exam-calls.ts'
import { isUnderWay } from '../../sitting/is-under-way.ts'
import { useExamGuard } from '../../sitting/use-exam-guard.ts'
import { useExam } from '../../sitting/use-exam.ts'
import { Loading } from '../../ui/loading.tsx'
import { ExamStage } from './exam-stage.tsx'

/** Taking a purchased test as an exam (S2.06). Everything it shows is in this one chunk: nothing is loaded after the start. */
export function TakeExamPage() {
  const { purchaseId } = useParams()
  const { user } = useSession()
  if (user === null || purchaseId === undefined) return <Loading fullPage />
  return <Exam key={`${user.id} ${purchaseId}`} ownerId={user.id} purchaseId={purchaseId} />
}

function Exam({ ownerId, purchaseId }: { ownerId: string; purchaseId: string }) {
  const exam = useExam({ mode: 'exam', ownerId, purchaseId, calls: examCalls })
  useExamGuard(exam !== null && isUnderWay(exam.view))
  if (exam === null) return <Loading fullPage />
  return <ExamStage runner={exam.runner} view={exam.view} purchaseId={purchaseId} />
}
