import type { AnswerEvent } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { sqlStateOf } from '../../../db/sql-state.ts'
import { openAccounts } from '../../auth/accounts-in-sql.ts'
import { eventsKeptPerQuestion, firstDeviceMark } from '../answers/answer-events.ts'
import { type AnswerShapes, misfit } from '../answers/answer-shapes.ts'
import { graceSeconds } from '../attempt-clock.ts'

export interface Saved {
  state: string
  epoch: number
  started_at: Date | null
  deadline_at: Date | null
  late_until: Date | null
}

interface Row extends Saved {
  arrived_at: Date
  is_saved: boolean
}

/** The attempt of the ordinary case, with its row locked. */
const heldBy = (device: string) => `
  select a.id, a.state, a.epoch, a.first_device, a.started_at, a.deadline_at, a.late_until
  from attempts a join ${openAccounts} u on u.id = a.user_id
  where a.ticket_hash = $1 and a.purchase_id = $2 and a.is_open and a.state = 'open' and a.epoch = $3
    and not a.has_rivals and ${device}
    and (a.deadline_at is null or statement_timestamp() <= a.deadline_at + interval '${graceSeconds} seconds')
    and (a.late_until is null or statement_timestamp() < a.late_until)
  for no key update of a`

const storedFor = (question: string) => `
  select count(*) as kept, max(e.seq) as last_seq, max(e.received_at) as last_at from answer_events e
  where e.attempt_id = held.id and e.question_id = ${question}`

const columns = 'attempt_id, question_id, value, epoch, seq, device_id, phase, received_at'
/** Events of one call share one time: the arrival, or a millisecond after the last stored event of their questions. */
const inTime = `'${firstDeviceMark}', 'in_time',
  greatest(date_trunc('milliseconds', statement_timestamp()), last_at + interval '1 millisecond')`

const outcome = `
  select date_trunc('milliseconds', statement_timestamp()) as arrived_at, exists (select from stored) as is_saved,
    held.state, held.epoch, held.started_at, held.deadline_at, held.late_until
  from (select 1) as always left join held on true`

const store = prepared<Row>(
  'save_answers_at_once',
  `with held as (${heldBy('(a.first_device is null or a.first_device = $5)')}
   ), sent as (
     select held.id as attempt_id, sent.*, standing.kept, standing.last_seq, max(standing.last_at) over () as last_at
     from held, jsonb_to_recordset($4::jsonb) as sent(question_id text, value jsonb, seq int),
       lateral (${storedFor('sent.question_id')}) standing
   ), stored as (
     insert into answer_events (${columns})
     select attempt_id, question_id, value, $3, seq, ${inTime}
     from sent
     where not exists (select from sent where last_seq >= seq or kept + $6 > ${eventsKeptPerQuestion})
     returning attempt_id
   ), noted as (
     update attempts set first_device = $5
     where id = (select id from held where first_device is null) and exists (select from stored)
   )
   ${outcome}`,
)

/** Stores one event of a device that has answered before, as 29 of 30 saves do, in a fifth less of PostgreSQL's time. */
const storeOne = prepared<Row>(
  'save_answer_at_once',
  `with held as (${heldBy('a.first_device = $5')}
   ), stored as (
     insert into answer_events (${columns})
     select held.id, $4, $6::jsonb, $3, $7::int, ${inTime}
     from held, lateral (${storedFor('$4')}) standing
     where not (coalesce(last_seq >= $7::int, false) or kept >= ${eventsKeptPerQuestion})
     returning attempt_id
   )
   ${outcome}`,
)

/** Shapes of attempts in which this process has stored an answer. They choose the statement, which checks the device itself. */
const answered = new WeakSet<AnswerShapes>()

const uniqueViolation = '23505'

/** `saved`: null if this is not the ordinary case. `arrivedAt`: the call's arrival, if the database was asked. */
export interface Outcome {
  saved: Saved | null
  arrivedAt: Date | null
}

export const untouched: Outcome = { saved: null, arrivedAt: null }

/**
 * Saves answers in the ordinary case by one statement and one commit: the ticket's attempt is open and in time, its account is
 * in order, one device alone has ever answered, under the current epoch, and the events follow all that are stored for their
 * questions. Then they are stored, and hold. In any other case nothing changes, `saved` is null, and `save-answers.ts`
 * decides: this function only knows when there is nothing to decide. A test compares both in random states
 * (tests/api/rules-in-sql.test.ts).
 *
 * The statement locks the attempt's row first, as does everything that closes it, takes it over or lets another device in.
 * Each of those changes the row, and PostgreSQL checks the conditions again on the new version (READ COMMITTED). The statement
 * reads answers as of its start, so two calls of ONE device at the same moment may both find themselves the last. They still
 * cannot disagree with the merge: the greater number holds, and the index refuses the same name twice (then nothing changes).
 *
 * Times are those of the call's arrival (`statement_timestamp`), not of the lock. A call that stores anything here comes from
 * the attempt's first device or becomes it, so its events are stored without the device's name (`firstDeviceMark`).
 */
export async function saveAtOnce(
  queries: Queries,
  { ticketHash, purchaseId }: { ticketHash: string; purchaseId: string },
  shapes: AnswerShapes,
  events: readonly AnswerEvent[],
): Promise<Outcome> {
  if (!areOrdinary(events) || misfit(events, shapes) !== null) return untouched
  const [{ epoch, device_id, question_id, value, seq }] = events
  const isOne = events.length === 1 && answered.has(shapes)
  const sent = isOne
    ? [question_id, device_id, value === null ? null : JSON.stringify(value), seq]
    : [
        JSON.stringify(events.map(({ question_id, value, seq }) => ({ question_id, value, seq }))),
        device_id,
        events.length,
      ]
  try {
    const [row] = await (isOne ? storeOne : store)(queries, ticketHash, purchaseId, epoch, ...sent)
    if (row!.is_saved) answered.add(shapes)
    return { saved: row!.is_saved ? row! : null, arrivedAt: row!.arrived_at }
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) return untouched
    throw error
  }
}

/** Whether the events are of one device and epoch, in order for each question, and no more than a question keeps. */
function areOrdinary(events: readonly AnswerEvent[]): events is readonly [AnswerEvent, ...AnswerEvent[]] {
  const last = new Map<string, number>()
  const [first] = events
  return (
    first !== undefined &&
    events.length <= eventsKeptPerQuestion &&
    events.every(({ question_id, epoch, seq, device_id }) => {
      const isLater = seq > (last.get(question_id) ?? 0)
      last.set(question_id, seq)
      return isLater && epoch === first.epoch && device_id === first.device_id
    })
  )
}
