import { ownLocks } from '../../concurrency/with-lock.ts'
import { deliverDrafts } from '../../delivery/deliver-drafts.ts'
import { drain } from '../../delivery/drain.ts'
import type { Send } from '../../delivery/send.ts'
import { sessionState } from '../../session/session-state.ts'

const signedIn = () => sessionState().user?.id ?? null

/** One round over what was handed in, as this window makes it. Returns when to come again, as `drain` does. */
export function drainHere(send: Send, wakeUp: boolean): Promise<number | null> {
  return drain({
    send,
    now: Date.now,
    random: Math.random,
    hidden: () => document.visibilityState === 'hidden',
    ownerId: signedIn,
    locks: ownLocks(),
    report: reportError,
    wakeUp,
  })
}

/** One try to deliver everything that waits, of whatever attempt. Resolves when the try is over, whatever came of it. */
export async function deliverNow(send: Send): Promise<void> {
  await Promise.all([drainHere(send, true), deliverDrafts({ send, ownerId: signedIn, report: reportError })])
}
