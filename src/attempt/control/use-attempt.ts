import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { onWake } from '../../concurrency/wake.ts'
import { ownLocks } from '../../concurrency/with-lock.ts'
import { sendFromWindow } from '../../session/send-from-window.ts'
import type { AttemptPorts } from './context.ts'
import { type AttemptController, createAttemptController } from './controller.ts'
import type { AttemptView } from './view.ts'

/** How often a page asks the server by itself, above all for other devices: a person who only reads makes no calls. */
const pollMs = 30_000

/** The owner, the purchase and the calls of an attempt. */
export type WhoseAttempt = Pick<AttemptPorts, 'mode' | 'ownerId' | 'purchaseId' | 'calls'>

/** An exam or a training while its page is shown; null before. `whose` must stay the same while the component lives. */
export function useAttempt(whose: WhoseAttempt): { controller: AttemptController; view: AttemptView } | null {
  const queryClient = useQueryClient()
  const [slot] = useState(() => createControllerSlot(() => runInWindow(whose, queryClient)))
  const controller = useSyncExternalStore(slot.subscribe, slot.controller)
  const view = useSyncExternalStore(slot.subscribe, slot.view)
  useEffect(() => (controller === null ? undefined : wakeWithPage(controller)), [controller])
  return controller === null || view === null ? null : { controller, view }
}

function runInWindow(whose: WhoseAttempt, queryClient: QueryClient): AttemptController {
  return createAttemptController({
    ...whose,
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

/** Timers sleep in hidden pages and dead networks: a page that comes back asks immediately, then every 30 s while visible. */
function wakeWithPage(controller: AttemptController): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') controller.wake()
  }
  const stop = onWake(['visible', 'online', 'shown'], wake)
  // While a person answers, a focus says nothing that visibility does not, and each would be a call. After a failed start, the
  // press that focuses the window may be meant for a button: a new try must not replace that button.
  const stopAtFocus = onWake(['focus'], () => {
    const { phase } = controller.view().state
    if (phase !== 'answering' && phase !== 'failed') wake()
  })
  const beat = setInterval(() => {
    const isAnswering = controller.view().state.phase === 'answering'
    if (isAnswering && document.visibilityState === 'visible') void controller.ask()
  }, pollMs)
  return () => {
    clearInterval(beat)
    stop()
    stopAtFocus()
  }
}

/** Holds one controller while somebody subscribes, and none before and after. */
interface ControllerSlot {
  readonly subscribe: (listener: () => void) => () => void
  readonly controller: () => AttemptController | null
  readonly view: () => AttemptView | null
}

function createControllerSlot(create: () => AttemptController): ControllerSlot {
  let controller: AttemptController | null = null
  let lookers = 0
  return {
    subscribe: (listener) => {
      controller ??= create()
      lookers += 1
      const unsubscribe = controller.subscribe(listener)
      return () => {
        unsubscribe()
        lookers -= 1
        if (lookers > 0) return
        controller?.stop()
        controller = null
      }
    },
    controller: () => controller,
    view: () => controller?.view() ?? null,
  }
}
