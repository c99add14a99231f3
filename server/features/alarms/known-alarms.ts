import type { Alarm } from '#contract/alarms.ts'
import type { AlarmsNow } from '../../alarms/alarm-source.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** Seconds for which a report of an alarm counts; afterwards nothing is known about it. */
const staleAfter = 300
/** Seconds between the first reply without an alarm and the reply that ends it. */
const endedAfter = 60

const isKnown = `alarms.seen_at > now() - make_interval(secs => ${staleAfter})`

/**
 * Records a provider's reply: `$1` whole regions under an alarm, `$2` regions with an alarm in a part. An alarm ends when two
 * replies at least a minute apart lack it, because replies flap. A part's alarm starts none and keeps a running one from ending.
 * If a silence hid an alarm's end, it ended when it last counted, so that nobody hears of its end today.
 */
const note = prepared<never>(
  'note_alarms',
  `with current as (
     insert into alarms (region, since, seen_at) select region, now(), now() from unnest($1::text[]) as said(region)
     on conflict (region) do update set seen_at = now(), quiet_at = null, ended_at = null,
       since = case when alarms.ended_at is null and ${isKnown} then alarms.since else now() end)
   update alarms set
     seen_at = case when region = any($2) then now() else seen_at end,
     quiet_at = case when region = any($2) then null else coalesce(quiet_at, now()) end,
     ended_at = case when region <> all($2) and quiet_at <= now() - interval '${endedAfter} seconds'
       then least(now(), seen_at + make_interval(secs => ${staleAfter})) end
   where ended_at is null and region <> all($1) and (region <> all($2) or ${isKnown})`,
)

export async function noteAlarms(queries: Queries, { whole, part }: AlarmsNow): Promise<void> {
  await note(queries, whole, part)
}

const select = prepared<{ region: string; since: Date; endedAt: Date | null }>(
  'read_alarms',
  `select region, since, ended_at as "endedAt" from alarms
   where (ended_at is null and ${isKnown}) or ended_at > now() - interval '3 hours' order by region`,
)

/** The current alarms, and those that ended within the last three hours: longer than any pause. */
export async function readKnown(queries: Queries): Promise<Alarm[]> {
  const rows = await select(queries)
  return rows.map(({ region, since, endedAt }) => ({
    region,
    since: since.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }))
}

/** SQL: whether the alarm of this region (SQL, too) ended after this moment. */
export const alarmEndedAfter = (region: string, moment: string) =>
  `exists (select 1 from alarms where region = ${region} and ended_at > ${moment})`

const take = prepared<{ id: number }>(
  'take_alarm_turn',
  `update alarm_turns set next_at = now() + interval '14 seconds'
   where next_at <= now() or ($1 and next_at > now() + interval '15 seconds') returning id`,
)

/**
 * Returns whether this process asks the provider now: one process asks in each round. A process that has just started (`isNew`)
 * ignores a turn that was put off, because its operator may have mended the key.
 */
export async function takeAlarmTurn(queries: Queries, isNew: boolean): Promise<boolean> {
  return (await take(queries, isNew)).length > 0
}

const wait = prepared<never>(
  'put_off_alarm_turn',
  'update alarm_turns set next_at = now() + make_interval(secs => $1::int)',
)

/** Keeps all processes from asking for so many seconds. */
export async function putOffAlarmTurn(queries: Queries, seconds: number): Promise<void> {
  await wait(queries, seconds)
}
