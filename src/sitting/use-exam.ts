import { ownLocks } from '../concurrency/with-lock.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sendFromWindow } from './exam-calls.ts'
import type { ExamPorts } from './exam-ports.ts'
import { createExamRunner, type ExamRunner } from './exam-runner.ts'
import { createExamSlot } from './exam-slot.ts'
import type { ExamView } from './exam-view.ts'

/** Whoever only reads and thinks hears this often of the server: of other devices, of a take-over, of a lost network. Milliseconds. */
const pulse = 30_000

/** Whose sitting of what, and the calls by which it goes. */
export type Sitting = Pick<ExamPorts, 'mode' | 'ownerId' | 'purchaseId' | 'calls'>

/**
 * An exam or a training, from the moment the page is shown until it is left; null before that. What is passed must stay the
 * same for as long as the component lives.
 */
export function useExam(sitting: Sitting): { runner: ExamRunner; view: ExamView } | null {
  const queryClient = useQueryClient()
  const [slot] = useState(() => createExamSlot(() => runInWindow(sitting, queryClient)))
  const runner = useSyncExternalStore(slot.subscribe, slot.runner)
  const view = useSyncExternalStore(slot.subscribe, slot.view)
  useEffect(() => (runner === null ? undefined : wakeWithPage(runner)), [runner])
  return runner === null || view === null ? null : { runner, view }
}

function runInWindow(sitting: Sitting, queryClient: QueryClient): ExamRunner {
  return createExamRunner({
    ...sitting,
    queryClient,
    send: sendFromWindow,
    readDevice: () => ({ wall: Date.now(), steady: performance.now() }),
    random: Math.random,
    newId: () => crypto.randomUUID(),
    hidden: () => document.visibilityState === 'hidden',
    locks: ownLocks(),
    report: reportError,
  })
}

/** Timers sleep in hidden pages and dead networks: whatever comes back asks at once, and again while it is looked at. */
function wakeWithPage(runner: ExamRunner): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') runner.wake()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  const beat = setInterval(() => {
    const isAnswering = runner.view().session.phase === 'answering'
    if (isAnswering && document.visibilityState === 'visible') void runner.ask()
  }, pulse)
  return () => {
    clearInterval(beat)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
  }
}
