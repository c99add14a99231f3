import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attemptPauses } from '../../db/schema/attempts.ts'
import type { Services } from '../../services.ts'
import { alarmEndedAfter } from '../alarms/known-alarms.ts'
import { regionOf } from '../auth/accounts-in-sql.ts'
import { notify } from '../notifications/notify.ts'
import { findBoughtTest, findBoughtTitle } from '../purchases/bought-test.ts'
import { queuePush } from '../push/queue-push.ts'
import { lockAttempt } from './attempt-repository.ts'
import { currentOf, readPauses } from './pauses.ts'

const find = prepared<{ is: boolean }>(
  'exam_with_region_runs',
  `select exists (
     select 1 from attempts a where a.mode = 'exam' and ${regionOf('a.user_id')} <> ''
       and ((a.state = 'open' and a.late_until > now() and a.deadline_at > now()) or a.state = 'paused')) as is`,
)

/** Whether an exam of somebody who has named a region is under way, or stands in a pause. */
export async function runsWithRegion(queries: Queries): Promise<boolean> {
  const [found] = await find(queries)
  return found!.is
}

/** Pauses of one round. */
const mostAtOnce = 200

const findEnded = prepared<{ id: string }>(
  'alarm_pauses_to_tell',
  `select a.id from attempts a cross join lateral (
     select p.* from attempt_pauses p where p.attempt_id = a.id and p.what = 'begun' order by p.place desc limit 1) begun
   where a.state = 'paused' and a.paused_until > now() and begun.reason = 'alarm'
     and ${alarmEndedAfter(regionOf('a.user_id'), 'begun.at')}
     and not exists (select 1 from attempt_pauses told
       where told.attempt_id = a.id and told.place = begun.place and told.what = 'alarm_over')
   limit ${mostAtOnce}`,
)

const title = 'Тривогу скасовано'

/** Tells those whose exam stands in a pause for an alarm that has ended: each pause once, whichever process finds it. */
export async function announceAlarmEnds(services: Services): Promise<void> {
  for (const { id } of await findEnded(services.db)) await announce(services, id)
}

async function announce(services: Services, attemptId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { attempt, now } = (await lockAttempt(tx, attemptId)) ?? {}
    if (attempt?.state !== 'paused' || attempt.pausedUntil! <= now!) return
    const { begun, to } = currentOf(await readPauses(tx, attempt))!
    const noted = { ...begun, what: 'alarm_over', deviceId: '', at: now!, saidAt: null, receivedAt: now! }
    const [isFirst] = await tx.insert(attemptPauses).values(noted).onConflictDoNothing().returning()
    if (isFirst === undefined) return
    const bought = await findBoughtTitle(tx, attempt.purchaseId)
    const { id: testId } = await findBoughtTest(tx, attempt.purchaseId)
    const message = `«${bought}»: можна продовжити. Усе, що ви відповіли, збережено.`
    await notify(tx, attempt.userId, { kind: 'alarm-over', title, message })
    await queuePush(services, tx, attempt.userId, {
      kind: 'exam-running',
      subject: `alarm over ${attempt.id} ${begun.place}`,
      lastsSeconds: Math.ceil((to - +now!) / 1000),
      title,
      body: message,
      path: `/exam/${testId}/${attempt.purchaseId}`,
      attempt: attempt.id,
    })
  })
}
