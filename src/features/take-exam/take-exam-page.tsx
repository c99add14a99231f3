import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { attemptCalls } from '../../attempt/control/calls.ts'
import { useAttempt } from '../../attempt/control/use-attempt.ts'
import { isUnderWay } from '../../attempt/machine/page-state.ts'
import { OwnAttempt, useExamGuard } from '../../attempt/screens/own-attempt.tsx'
import { onWake } from '../../concurrency/wake.ts'
import { Loading } from '../../ui/page.tsx'
import { ExamStage } from './exam-stage.tsx'

/** Takes a purchased test as an exam (S2.06). This chunk has all screens of a running exam: nothing is loaded after the start. */
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

/** Keeps the screen on: a person who thinks touches nothing. A hidden page loses the lock, and asks again when it is seen. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!isWanted || wakeLock === undefined) return
    let isOver = false
    let held: WakeLockSentinel | null = null
    const take = async () => {
      try {
        // No limit: nothing waits for it.
        const lock = await wakeLock.request('screen')
        // Two requests may be under way, and the exam may end meanwhile. At most one lock is kept.
        if (isOver || (held !== null && !held.released)) await lock.release()
        else held = lock
      } catch {
        // Refused (a low battery): the screen goes dark as usual.
      }
    }
    const look = () => void take()
    if (document.visibilityState === 'visible') look()
    const stop = onWake(['visible'], look)
    return () => {
      isOver = true
      stop()
      void held?.release().catch(() => undefined)
    }
  }, [isWanted])
}
