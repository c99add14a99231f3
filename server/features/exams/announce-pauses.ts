import { attemptPauses } from '../../db/schema/attempts.ts'
import type { JobKinds } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/notify.ts'
import { findBoughtTest, findBoughtTitle } from '../purchases/bought-test.ts'
import { queuePush } from '../push/queue-push.ts'
import { lockAttempt } from './attempt-repository.ts'
import { currentOf, readPauses } from './pauses.ts'

/** News for the owner of a paused exam, once for each pause: a notification and a push. */
interface PauseNews {
  /** The kind of the row that prevents a second announcement for the same pause. */
  what: 'announced' | 'alarm_over'
  kind: 'pause-ending' | 'alarm-over'
  title: string
  /** The text after the name of the test. */
  words: string
}

const ending: PauseNews = {
  what: 'announced',
  kind: 'pause-ending',
  title: 'Екзамен за пів хвилини піде далі',
  words: 'пауза закінчується. Усе, що ви відповіли, збережено.',
}

/** Announces once that the current pause will soon end by itself, at `until`. A no-op if it has ended or the job is late. */
export async function announcePauseEnd(
  services: Services,
  { attempt_id: attemptId, until }: JobKinds['announce-pause-end'],
): Promise<void> {
  await announce(services, attemptId, ending, (pausedUntil) => pausedUntil.toISOString() === until)
}

/** Announces news of an exam's current pause, if `isMeant` accepts it and nobody has announced the same before. */
export async function announce(
  services: Services,
  attemptId: string,
  { what, kind, title, words }: PauseNews,
  isMeant: (pausedUntil: Date) => boolean = () => true,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { attempt, now } = (await lockAttempt(tx, attemptId)) ?? {}
    const until = attempt?.state === 'paused' ? attempt.pausedUntil! : null
    if (until === null || until <= now! || !isMeant(until)) return
    const { id, purchaseId, userId } = attempt!
    const { begun } = currentOf(await readPauses(tx, attempt!))!
    const row = { ...begun, what, deviceId: '', at: now!, saidAt: null, receivedAt: now! }
    const [isFirst] = await tx.insert(attemptPauses).values(row).onConflictDoNothing().returning()
    if (isFirst === undefined) return
    const message = `«${await findBoughtTitle(tx, purchaseId)}»: ${words}`
    const { id: testId } = await findBoughtTest(tx, purchaseId)
    await notify(tx, userId, { kind, title, message })
    await queuePush(services, tx, userId, {
      kind: 'exam-running',
      subject: `${what} ${id} ${begun.place}`,
      lastsSeconds: Math.ceil((+until - +now!) / 1000),
      title,
      body: message,
      path: `/exam/${testId}/${purchaseId}`,
      attempt: id,
    })
  })
}
