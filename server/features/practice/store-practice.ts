import { assemblePractice, type PracticeOrder } from '#content/assemble-practice.ts'
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
 * the caller's transaction: ten items are a few milliseconds.
 */
export async function storePractice(
  services: Services,
  tx: Queries,
  { startKey, ...owner }: Owner,
  order: PracticeOrder,
): Promise<Attempt> {
  const fresh = newAttempt(services, { startKey })
  const items = assemblePractice(order, { seed: fresh.seed, seen: await shownInTrainings(tx, owner.userId) })
  // Their keys leave the server (decision 0067): what an exam could ask must never be among them.
  if (items.some(({ partition }) => partition !== 'training')) throw new Error('A practice has drawn an item of exams')
  return openDrawn(tx, { ...fresh, ...owner }, items)
}
