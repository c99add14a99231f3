import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Services } from '../../services.ts'
import { alarmEndedAfter } from '../alarms/known-alarms.ts'
import { regionOf } from '../auth/accounts-in-sql.ts'
import { announce } from './announce-pauses.ts'

const find = prepared<{ is: boolean }>(
  'exam_with_region_runs',
  `select exists (
     select 1 from attempts a where a.mode = 'exam' and ${regionOf('a.user_id')} <> ''
       and ((a.state = 'open' and a.late_until > now() and a.deadline_at > now()) or a.state = 'paused')) as is`,
)

/** Whether any person who has named a region has an exam that is under way or paused. */
export async function runsWithRegion(queries: Queries): Promise<boolean> {
  const [found] = await find(queries)
  return found!.is
}

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

/** Notifies owners whose exam is paused for an alarm that has ended: once for each pause, whichever process finds it. */
export async function announceAlarmEnds(services: Services): Promise<void> {
  const words = 'можна продовжити. Усе, що ви відповіли, збережено.'
  const over = { what: 'alarm_over', kind: 'alarm-over', title: 'Тривогу скасовано', words } as const
  for (const { id } of await findEnded(services.db)) await announce(services, id, over)
}
