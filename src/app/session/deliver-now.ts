import { ownLocks } from '../../concurrency/with-lock.ts'
import { deliverAttempts } from '../../attempt/sync/deliver-answers.ts'
import { drain } from '../../attempt/sync/drain.ts'
import { submissionsOf, waitAgain } from '../../attempt/replica/submissions.ts'
import { buildOfPage } from '../../pwa/build-of-page.ts'
import { onDisk } from '../../storage/connection.ts'
import type { Send } from '../../http/send.ts'
import { sessionState } from '../../session/session-state.ts'

const signedIn = () => sessionState().user?.id ?? null

/** One round of `drain` over the submissions, with this window's settings. Returns the time of the next round. */
export function drainHere(send: Send, wakeUp: boolean, build?: string): Promise<number | null> {
  return drain({
    send,
    now: Date.now,
    random: Math.random,
    hidden: () => document.visibilityState === 'hidden',
    ownerId: signedIn,
    locks: ownLocks(),
    report: reportError,
    wakeUp,
    ...(build !== undefined && { build }),
  })
}

/**
 * Tries once to deliver everything that the server lacks, from any attempt; this person's refused submissions, too.
 * Resolves after the try, whatever its outcome; a storage that fails is reported.
 */
export async function deliverNow(send: Send): Promise<void> {
  await sendRefusedAgain(signedIn()).catch(reportError)
  const [{ deliverPractices }, { deliverTrial }] = await Promise.all([
    import('../../features/training/practice/deliver-practices.ts'),
    import('../../features/landing/kept-trial.ts'),
  ])
  const tries = [
    drainHere(send, true, buildOfPage()),
    deliverAttempts({ send, ownerId: signedIn, report: reportError }),
    deliverPractices({ send, ownerId: signedIn, build: buildOfPage(), isAsked: true }),
    deliverTrial({ send, ownerId: signedIn }),
  ]
  await Promise.all(tries.map((oneTry: Promise<unknown>) => oneTry.catch(reportError)))
}

async function sendRefusedAgain(ownerId: string | null): Promise<void> {
  if (ownerId === null) return
  const refused = (await onDisk(submissionsOf(ownerId))).filter(({ state }) => state === 'refused')
  for (const { draftId } of refused) await onDisk(waitAgain(draftId, Date.now()))
}
