import type { PracticeOrder } from '#content/assemble-practice.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attempts, paperExposures, paperKeys, papers } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { type Attempt, practiceMode } from '../exams/attempt.ts'
import { newAttempt } from '../exams/open/open-attempt.ts'
import { rememberedPapers, shownTo } from '../exams/paper/paper-store.ts'

interface Owner {
  purchaseId: string
  userId: string
  startKey: string
}

const readShown = prepared<{ seen: Buffer | null }>(
  'shown_in_trainings',
  `select ${shownTo('$1', `'training'`, '$2::int')} as seen`,
)
/** As for the specification's trainings: what was shown before the newest papers is forgotten for good. */
const forgetShown = prepared(
  'forget_shown_in_trainings',
  `delete from paper_exposures where attempt_id in (
     select attempt_id from paper_exposures where user_id = $1 and partition = 'training'
     order by shown_at desc, attempt_id offset $2::int)`,
)

/**
 * Draws the questions of a practice and stores it as an open attempt: from the next statement on it can be answered. Drawn in
 * the caller's transaction: ten items are a few milliseconds, and the entrance lets few of those who wait for them in at once. Its time is not counted, nothing ends it but its owner.
 */
export async function storePractice(
  services: Services,
  tx: Queries,
  { startKey, ...owner }: Owner,
  order: PracticeOrder,
): Promise<Attempt> {
  const fresh = newAttempt(services, { startKey })
  const [row] = await readShown(tx, owner.userId, rememberedPapers.training)
  const ordered = { seed: fresh.seed, seen: row?.seen ?? null, practice: order }
  const { packed, shown } = await services.papers.draw(ordered)
  const now = await databaseNow(tx)
  const marks = { buildProgress: 100, builtAt: now, deliveredAt: now, startedAt: now, durationSeconds: 0 }
  const [attempt] = await tx
    .insert(attempts)
    .values({ ...fresh, ...owner, ...marks, mode: practiceMode, state: 'open' })
    .returning()
  const attemptId = fresh.id
  await tx.insert(papers).values({ attemptId, packed: packed.questions })
  await tx.insert(paperKeys).values({ attemptId, packed: packed.keys })
  await tx.insert(paperExposures).values({ attemptId, userId: owner.userId, partition: 'training', items: shown })
  await forgetShown(tx, owner.userId, rememberedPapers.training)
  return attempt!
}
