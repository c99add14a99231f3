import { databaseNow, type Queries } from '../../../db/connect.ts'
import { attempts, paperExposures, paperKeys, papers } from '../../../db/schema/attempts.ts'
import { type Attempt, practiceMode } from '../attempt.ts'
import type { DrawnPaper } from '../paper/drawn-paper.ts'
import { forgetOldTrainings } from '../paper/paper-store.ts'
import type { newAttempt } from './open-attempt.ts'

/** A practice that begins: its purchase, its owner, and the values of any new attempt. */
type Beginning = ReturnType<typeof newAttempt> & { purchaseId: string; userId: string }

/**
 * Stores a practice with its drawn paper: it can be answered from the next statement on. It has no clock, and only its owner
 * ends it. The caller holds account and purchase, and has seen that no other practice of the purchase is open.
 */
export async function openDrawn(tx: Queries, beginning: Beginning, { packed, shown }: DrawnPaper): Promise<Attempt> {
  const { id: attemptId, userId } = beginning
  const now = await databaseNow(tx)
  const marks = { buildProgress: 100, builtAt: now, deliveredAt: now, startedAt: now, durationSeconds: 0 }
  const [attempt] = await tx
    .insert(attempts)
    .values({ ...beginning, ...marks, mode: practiceMode, state: 'open' })
    .returning()
  await tx.insert(papers).values({ attemptId, packed: packed.questions })
  await tx.insert(paperKeys).values({ attemptId, packed: packed.keys })
  await tx.insert(paperExposures).values({ attemptId, userId, partition: 'training', items: shown })
  await forgetOldTrainings(tx, userId)
  return attempt!
}
