import { attemptPauses } from '../../db/schema/attempts.ts'
import type { JobKinds } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/notify.ts'
import { findBoughtTest, findBoughtTitle } from '../purchases/bought-test.ts'
import { queuePush } from '../push/queue-push.ts'
import { announceSeconds } from './attempt-clock.ts'
import { lockAttempt } from './attempt-repository.ts'
import { readPauses, currentOf } from './pauses.ts'

const title = 'Екзамен за пів хвилини піде далі'

/**
 * Tells the owner that the pause which ends at `until` is about to end by itself: once, and not where it has ended, nor
 * where the job was late. A pause never moves but by its end.
 */
export async function announcePauseEnd(
  services: Services,
  { attempt_id: attemptId, until }: JobKinds['announce-pause-end'],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { attempt, now } = (await lockAttempt(tx, attemptId)) ?? {}
    if (attempt?.state !== 'paused' || attempt.pausedUntil?.toISOString() !== until || attempt.pausedUntil <= now!)
      return
    const { begun } = currentOf(await readPauses(tx, attempt))!
    const announced = { ...begun, what: 'announced', deviceId: '', at: now!, saidAt: null, receivedAt: now! }
    const [isFirst] = await tx.insert(attemptPauses).values(announced).onConflictDoNothing().returning()
    if (isFirst === undefined) return
    const bought = await findBoughtTitle(tx, attempt.purchaseId)
    const { id: testId } = await findBoughtTest(tx, attempt.purchaseId)
    const message = `«${bought}»: пауза закінчується. Усе, що ви відповіли, збережено.`
    await notify(tx, attempt.userId, { kind: 'pause-ending', title, message })
    await queuePush(services, tx, attempt.userId, {
      kind: 'exam-running',
      subject: `pause ${attempt.id} ${begun.place}`,
      lastsSeconds: announceSeconds,
      title,
      body: message,
      path: `/exam/${testId}/${attempt.purchaseId}`,
      attempt: attempt.id,
    })
  })
}
