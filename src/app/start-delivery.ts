// A lazy boundary: loaded if somebody has ever signed in here, and with the pages of an attempt.
import { createDeliveryLoop, type DeliveryLoop, roundEveryMs } from '../attempt/sync/delivery-loop.ts'
import { onWake } from '../concurrency/wake.ts'
import { deliverAttempts } from '../attempt/sync/deliver-answers.ts'
import { forgetDraftsOfOthers } from '../session/drafts.ts'
import { deliverRevocations } from '../session/deliver-revocations.ts'
import { onSubmissionChange, followSubmissions, showSubmissionsOf } from '../attempt/sync/channel.ts'
import { retryRefused } from '../attempt/sync/drain.ts'
import { isExamActive } from '../attempt/sync/exam-lock.ts'
import type { Send } from '../http/send.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { wasRemovedOnPurpose } from '../session/session-copies.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'
import { forgetDelivered, forgetDeliveredOfOthers, pruneAttempts } from '../attempt/replica/attempts.ts'
import { drainHere } from './session/deliver-now.ts'
import { forgetTraces, forgetTracesOfOthers } from './session/forget-traces.ts'

/** How long a round waits for another tab's round. Milliseconds. */
const lockTimeoutMs = 10_000

/**
 * Delivers submissions, answers of exams that are not open, answers of practices, trials and log-outs, as long as the window
 * lives: immediately, when the network or the person comes back, at sign-in, and at least every 30 s while something waits. The
 * browser's opinion about the network does not count. `build` names the app's build: a submission that was refused under
 * another build is tried once more.
 */
export function startDelivery({ send, build }: { send: Send; build?: string }): void {
  const ownerId = () => sessionState().user?.id ?? null
  // Each kind has its own loop: a submission waits for no other call.
  const submissions = loopOf((wakeUp) => drainHere(send, wakeUp, build))
  const attempts = loopOf(() => oneRoundAlone('drafts', () => deliverAttempts({ send, ownerId, report: reportError })))
  const revocations = loopOf(() => oneRoundAlone('revocations', () => deliverRevocations(send, Date.now())))
  const ofPractices = { send, ownerId, ...(build !== undefined && { build }) }
  const practices = loopOf(() => oneRoundAlone('practices', async () => (await loadPractices())(ofPractices)))
  // A guest's trial stays on the device, and most people who sign in have none here.
  const claim = async () => ownerId() !== null && (await loadTrials())({ send, ownerId })
  const trials = loopOf(() => oneRoundAlone('guest-trial', claim))
  const wake = () => {
    for (const loop of [submissions, attempts, revocations, practices, trials]) loop.wake()
  }

  onSubmissionChange(({ change }) => {
    if (change === 'enqueued') submissions.nudge()
    // Answers given while a submission waited go after it.
    if (change === 'settled') attempts.nudge()
  })
  // `focus`, too: a window next to another one stays visible, so `visible` never comes.
  onWake(['asked', 'online', 'shown', 'focus', 'visible'], wake)
  followSubmissions(reportError)

  let owner = ownerId()
  void showSubmissionsOf(owner).catch(reportError)
  subscribeSession(() => {
    if (ownerId() === owner) return
    owner = ownerId()
    void showSubmissionsOf(owner).catch(reportError)
    forgetOthers()
    wake()
  })
  const forgetOthers = () => {
    const mine = owner
    // A session may have ended before this code came. Keep everything if only the storage fails to show the session: its owner
    // may be in an exam without a network.
    if (mine === null && !wasRemovedOnPurpose()) return
    if (mine !== null) forgetDraftsOfOthers(mine)
    forgetTracesOfOthers(mine).catch(reportError)
    isExamActive()
      .then((isSat) => forgetDeliveredOfOthers(mine, isSat))
      .catch(reportError)
  }
  forgetOthers()
  wake()
  if (build !== undefined) void retryRefused(build, Date.now()).catch(reportError)
  void pruneAttempts(Date.now()).catch(reportError)
}

/** Removes this person's data from the browser when a window stops showing them. */
export async function forgetPerson(gone: string): Promise<void> {
  const forgetPushes = async () => mayNotify() && (await import('../push/subscription.ts')).forgetPushes(gone)
  await Promise.all([isExamActive().then((isSat) => forgetDelivered(gone, isSat)), forgetTraces(gone), forgetPushes()])
}

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted'

/** A separate chunk: an exam opens with this file's code and does not need practices. */
async function loadPractices() {
  const { deliverPractices } = await import('../features/training/practice/deliver-practices.ts')
  return deliverPractices
}

/** The trial of a guest who has an account now (decision 0110). */
async function loadTrials() {
  const { deliverTrial } = await import('../features/landing/kept-trial.ts')
  return deliverTrial
}

function loopOf(round: (wakeUp: boolean) => Promise<number | null>): DeliveryLoop {
  return createDeliveryLoop({ round, now: Date.now, onError: reportError })
}

/**
 * Runs in one tab at a time, unless another keeps the lock: that tab may be frozen, and two runs do no harm. Returns the time
 * of the next round, or null if `deliver` has left nothing.
 */
async function oneRoundAlone(what: string, deliver: () => Promise<boolean>): Promise<number | null> {
  const isLeft = await withLock({ locks: ownLocks(), name: `delivery:${what}`, timeoutMs: lockTimeoutMs }, deliver)
  return isLeft ? Date.now() + roundEveryMs : null
}
