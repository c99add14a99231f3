import { useParams } from 'react-router-dom'
import { attemptCalls } from '../../attempt/control/calls.ts'
import { isUnderWay } from '../../attempt/machine/page-state.ts'
import { OwnAttempt, useExamGuard } from '../../attempt/screens/own-attempt.tsx'
import { useAttempt } from '../../attempt/control/use-attempt.ts'
import { Loading } from '../../ui/page.tsx'
import { ExamStage } from './exam-stage.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** Taking a purchased test as an exam (S2.06). Everything it shows is in this one chunk: nothing is loaded after the start. */
export function TakeExamPage() {
  const { purchaseId } = useParams()
  if (purchaseId === undefined) return <Loading fullPage />
  return <OwnAttempt key={purchaseId}>{(ownerId) => <Exam ownerId={ownerId} purchaseId={purchaseId} />}</OwnAttempt>
}

function Exam({ ownerId, purchaseId }: { ownerId: string; purchaseId: string }) {
  const exam = useAttempt({ mode: 'exam', ownerId, purchaseId, calls: attemptCalls })
  useExamGuard(exam !== null && isUnderWay(exam.view.stage, exam.view.state))
  useWakeLock(exam !== null && exam.view.stage === 'running' && exam.view.state.phase === 'answering')
  if (exam === null) return <Loading fullPage />
  return <ExamStage controller={exam.controller} view={exam.view} purchaseId={purchaseId} />
}
