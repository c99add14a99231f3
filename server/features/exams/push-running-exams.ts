import type { PushKind } from '#contract/push.ts'
import { prepared } from '../../db/prepared.ts'
import type { Services } from '../../services.ts'
import { boughtTest } from '../purchases/bought-test.ts'
import { isStillWanted, queuePush } from '../push/queue-push.ts'

interface Left {
  user_id: string
  attempt_id: string
  purchase_id: string
  test_id: string
  title: string
  seconds_left: number
  until: string
}

const mostAtOnce = 200
const kind: PushKind = 'exam-running'

const subjectOf = (attemptId: string) => `running ${attemptId}`
const subjectInSql = `'${subjectOf('')}' || a.id`

/**
 * Exams with one to ten minutes left and no answer in the last five. A person who answers, has just begun or has just ended a
 * pause is present. A paused exam gets no reminder. Only owners who want this reminder and have not had it.
 */
const findLeft = prepared<Left>(
  'exams_left_running',
  `select a.user_id, a.id as attempt_id, a.purchase_id, bought.test_id, bought.card_title as title,
     floor(extract(epoch from a.deadline_at - now()))::int as seconds_left,
     to_char(a.deadline_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
   from attempts a cross join lateral ${boughtTest('a.purchase_id')} bought
   where a.state = 'open' and a.late_until > now() and a.mode = 'exam'
     and a.deadline_at > now() + interval '1 minute' and a.deadline_at <= now() + interval '10 minutes'
     and greatest(a.started_at, a.paused_until) < now() - interval '5 minutes'
     and ${isStillWanted({ userId: 'a.user_id', kind: '$1', subject: subjectInSql })}
     and not exists (select 1 from answer_events e
       where e.attempt_id = a.id and e.received_at > now() - interval '5 minutes')
   order by a.deadline_at limit ${mostAtOnce}`,
)

/** Reminds of exams that were left running: once each, on any number of servers, because a browser gets one message a subject. */
export async function pushRunningExams(services: Services): Promise<void> {
  for (const left of await findLeft(services.db, kind)) {
    await services.db.transaction((tx) =>
      queuePush(services, tx, left.user_id, {
        kind,
        subject: subjectOf(left.attempt_id),
        lastsSeconds: left.seconds_left,
        title: 'Екзамен триває',
        // Not the time left: the message may wait here, and the device may sleep, until hardly any is left.
        body: `«${left.title}». Усе, що ви відповіли, збережено.`,
        until: left.until,
        path: `/exam/${left.test_id}/${left.purchase_id}`,
        attempt: left.attempt_id,
      }),
    )
  }
}
