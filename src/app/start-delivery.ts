import { createDeliveryLoop, type DeliveryLoop, longestGap } from '../delivery/delivery-loop.ts'
import { onDeliveryWish } from '../delivery/delivery-wish.ts'
import { deliverDrafts } from '../delivery/deliver-drafts.ts'
import { deliverRevocations } from '../delivery/deliver-revocations.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import { followOutbox, showOutboxOf } from '../delivery/outbox-state.ts'
import type { Send } from '../delivery/send.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'
import { pruneAttempts } from '../storage/prune.ts'
import { drainHere } from './session/deliver-now.ts'

/** How long a round waits for that of another tab. Milliseconds. */
const lockPatience = 10_000

/**
 * Delivers what was handed in, the answers of exams that nobody has open, and log-outs, from the start of the window to
 * its end: at once, when the network or the person comes back, at sign-in, and at least every 30 s while something waits.
 * What the browser thinks of the network is not asked.
 */
export function startDelivery({ send }: { send: Send }): void {
  const hidden = () => document.visibilityState === 'hidden'
  const ownerId = () => sessionState().user?.id ?? null
  // Each in a loop of its own: a hand-in waits for no call of the other two.
  const outbox = loopOf((wakeUp) => drainHere(send, wakeUp))
  const drafts = loopOf(() => whileLeft('drafts', () => deliverDrafts({ send, ownerId, report: reportError })))
  const revocations = loopOf(() => whileLeft('revocations', () => deliverRevocations(send, Date.now())))
  const wake = () => {
    for (const loop of [outbox, drafts, revocations]) loop.wake()
  }

  onDeliveryNews(({ change }) => {
    if (change === 'enqueued') outbox.nudge()
    // What was given beside a hand-in goes after it.
    if (change === 'settled') drafts.nudge()
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

function loopOf(round: (wakeUp: boolean) => Promise<number | null>): DeliveryLoop {
  return createDeliveryLoop({ round, now: Date.now, onError: reportError })
}

/**
 * One tab at a time, unless another one keeps the lock: it may be frozen, and twice does no harm. Returns when to come
 * again: null when `deliver` has left nothing.
 */
async function whileLeft(what: string, deliver: () => Promise<boolean>): Promise<number | null> {
  const isLeft = await withLock({ locks: ownLocks(), name: `delivery:${what}`, timeoutMs: lockPatience }, deliver)
  return isLeft ? Date.now() + longestGap : null
}
