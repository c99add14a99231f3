import type { PracticeOrder } from '#content/assemble-practice.ts'
import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { Attempt } from '../exams/attempt.ts'
import { newAttempt } from '../exams/open/open-attempt.ts'
import { openDrawn } from '../exams/open/open-drawn.ts'
import { shownInTrainings } from '../exams/paper/paper-store.ts'

interface Owner {
  purchaseId: string
  userId: string
  startKey: string
}

/**
 * Draws the questions of a practice and stores it as an open attempt: from the next statement on it can be answered. Drawn in
 * the caller's transaction: ten items are a few milliseconds, and the entrance lets few of those who wait for them in at once.
 */
export async function storePractice(
  services: Services,
  tx: Queries,
  { startKey, ...owner }: Owner,
  order: PracticeOrder,
): Promise<Attempt> {
  const fresh = newAttempt(services, { startKey })
  const seen = await shownInTrainings(tx, owner.userId)
  const drawn = await services.papers.draw({ seed: fresh.seed, seen, practice: order })
  return openDrawn(tx, { ...fresh, ...owner }, drawn)
}
