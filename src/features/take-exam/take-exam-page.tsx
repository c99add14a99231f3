import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { attemptCalls } from '../../attempt/control/calls.ts'
import { useAttempt } from '../../attempt/control/use-attempt.ts'
import { isUnderWay } from '../../attempt/machine/page-state.ts'
import { OwnAttempt, useExamGuard } from '../../attempt/screens/own-attempt.tsx'
import { onWake } from '../../concurrency/wake.ts'
import { Loading } from '../../ui/page.tsx'
import { ExamStage } from './exam-stage.tsx'

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

/**
 * Keeps the screen on while `isWanted`: who thinks over a question touches nothing. A browser takes the lock away from a
 * page that is hidden; it is asked for again when the page is seen. One that has no locks, or refuses (a low battery), is
 * left alone.
 */
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
        // Two may be on their way, and the exam may end meanwhile: one is held, or none.
        if (isOver || (held !== null && !held.released)) await lock.release()
        else held = lock
      } catch {
        // Refused: the screen goes dark as it does elsewhere.
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
