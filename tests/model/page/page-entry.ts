import { ownLocks } from '../../../src/concurrency/with-lock.ts'
import { QueryClient } from '@tanstack/react-query'
import { startDelivery } from '../../../src/app/start-delivery.ts'
import { savingOf } from '../../../src/engine/answer-book.ts'
import { conflictsIn, conflictOn } from '../../../src/engine/answer-conflict.ts'
import { remedyFor } from '../../../src/engine/failure.ts'
import { examCalls, sendFromWindow } from '../../../src/sitting/exam-calls.ts'
import { createExamRunner } from '../../../src/sitting/exam-runner.ts'
import { holdLoginRedirect } from '../../../src/session/login-hold.ts'
import { outboxState } from '../../../src/delivery/outbox-state.ts'
import type { Send } from '../../../src/delivery/send.ts'
import { createHandInDialog } from './hand-in-dialog.ts'

/**
 * What the window does when an exam's page is opened, without React: the delivery of the outbox that runs in every page,
 * and the exam's runner with the real calls, session and storage. The counterpart of use-exam.ts and main.tsx.
 */
export function openExamPage(ownerId: string, purchaseId: string) {
  startDelivery({ send: sendAsDelivery })
  holdLoginRedirect()
  let queryClient: QueryClient | null = null
  const runner = createExamRunner({
    mode: 'exam',
    ownerId,
    purchaseId,
    // Made when a poll begins: most pages of the model never poll.
    get queryClient() {
      queryClient ??= new QueryClient()
      return queryClient
    },
    calls: examCalls,
    send: sendFromWindow,
    readDevice: () => ({ wall: Date.now(), steady: performance.now() }),
    random: Math.random,
    newId: () => crypto.randomUUID(),
    hidden: () => document.visibilityState === 'hidden',
    locks: ownLocks(),
    report: reportError,
  })
  const wake = () => {
    if (document.visibilityState === 'visible') runner.wake()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  return { runner, savingOf, conflictsIn, conflictOn, remedyFor, outboxState, createHandInDialog }
}

/** What brings its word to the storage and to no page: the judge must not take it for an answer to who hands in. */
const sendAsDelivery: Send = (endpoint, input, options) => {
  Object.assign(options.signal, { isOfDelivery: true })
  return sendFromWindow(endpoint, input, options)
}

export type ExamPage = ReturnType<typeof openExamPage>
