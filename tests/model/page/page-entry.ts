import { ownLocks } from '../../../src/concurrency/with-lock.ts'
import { QueryClient } from '@tanstack/react-query'
import { startDelivery } from '../../../src/app/start-delivery.ts'
import { savingOf } from '../../../src/attempt/machine/answers.ts'
import { conflictsIn, conflictOn } from '../../../src/attempt/machine/conflicts.ts'
import { remedyFor } from '../../../src/attempt/machine/failures.ts'
import { isPaused } from '../../../src/attempt/machine/transition.ts'
import { isUnderWay } from '../../../src/attempt/machine/page-state.ts'
import { attemptCalls } from '../../../src/attempt/control/calls.ts'
import { sendFromWindow } from '../../../src/session/send-from-window.ts'
import { createAttemptController } from '../../../src/attempt/control/controller.ts'
import { holdLoginRedirect } from '../../../src/session/session-events.ts'
import { submissionsState } from '../../../src/attempt/sync/channel.ts'
import { holdExamLock } from '../../../src/attempt/sync/exam-lock.ts'
import type { Send } from '../../../src/http/send.ts'
import { createSubmitDialog } from './model-submit-dialog.ts'

/** Opens an exam's page without React, as use-attempt.ts and main.tsx do: the delivery, and the exam's real controller. */
export function openExamPage(ownerId: string, purchaseId: string) {
  startDelivery({ send: sendAsDelivery })
  holdLoginRedirect()
  let queryClient: QueryClient | null = null
  const controller = createAttemptController({
    mode: 'exam',
    ownerId,
    purchaseId,
    // Made when a poll begins: most pages of the model never poll.
    get queryClient() {
      queryClient ??= new QueryClient()
      return queryClient
    },
    calls: attemptCalls,
    send: sendFromWindow,
    readDevice: () => ({ wall: Date.now(), steady: performance.now() }),
    random: Math.random,
    newId: () => crypto.randomUUID(),
    hidden: () => document.visibilityState === 'hidden',
    locks: ownLocks(),
    report: reportError,
  })
  // As in `useExamGuard`: a sign-in or log-out here removes no exam that a tab takes.
  let release: (() => void) | null = null
  controller.subscribe(() => {
    const { stage, state } = controller.view()
    if (isUnderWay(stage, state)) release ??= holdExamLock()
    else {
      release?.()
      release = null
    }
  })
  const wake = () => {
    if (document.visibilityState === 'visible') controller.wake()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  return { controller, isPaused, savingOf, conflictsIn, conflictOn, remedyFor, submissionsState, createSubmitDialog }
}

/** The delivery's replies go to the storage and to no page. The judge must not count them as replies to the submitting person. */
const sendAsDelivery: Send = (endpoint, input, options) => {
  Object.assign(options.signal, { isOfDelivery: true })
  return sendFromWindow(endpoint, input, options)
}

export type ExamPage = ReturnType<typeof openExamPage>
