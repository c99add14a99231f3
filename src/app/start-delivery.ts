import { createDeliveryLoop } from '../delivery/delivery-loop.ts'
import { onDeliveryWish } from '../delivery/delivery-wish.ts'
import { deliverDrafts } from '../delivery/deliver-drafts.ts'
import { deliverRevocations } from '../delivery/deliver-revocations.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import { followOutbox, showOutboxOf } from '../delivery/outbox-state.ts'
import type { Send } from '../delivery/send.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'
import { pruneAttempts } from '../storage/prune.ts'
import { drainHere } from './session/deliver-now.ts'

/**
 * Delivers what was handed in, from the start of the window to its end: at once, when the network or the person comes
 * back, at sign-in, and at least every 30 s while something waits. What the browser thinks of the network is not asked.
 */
export function startDelivery({ send }: { send: Send }): void {
  const hidden = () => document.visibilityState === 'hidden'
  const ownerId = () => sessionState().user?.id ?? null
  const loop = createDeliveryLoop({
    round: (wakeUp) => drainHere(send, wakeUp),
    now: Date.now,
    onError: reportError,
  })
  const wake = () => {
    loop.wake()
    void deliverDrafts(send, reportError).catch(reportError)
    void deliverRevocations(send, Date.now()).catch(reportError)
  }

  onDeliveryNews(({ change }) => {
    if (change === 'enqueued') loop.nudge()
  })
  onDeliveryWish(wake)
  followOutbox(reportError)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  // A window beside another one was visible all the time.
  window.addEventListener('focus', wake)
  document.addEventListener('visibilitychange', () => {
    if (!hidden()) wake()
  })

  let owner = ownerId()
  void showOutboxOf(owner).catch(reportError)
  subscribeSession(() => {
    if (ownerId() === owner) return
    owner = ownerId()
    void showOutboxOf(owner).catch(reportError)
    wake()
  })
  wake()
  void pruneAttempts(Date.now()).catch(reportError)
}
