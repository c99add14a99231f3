import { sql } from 'drizzle-orm'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { Answer, AnswerEvent, AnswerValue } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { answerEvents, collapsedAnswers } from '../../../db/schema/attempts.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import { Failure } from '../../../failure.ts'
import { digest } from '../../../config/secrets.ts'
import type { Attempt } from '../attempt.ts'
import { type Phase, phaseAt, phaseOfArrival } from '../attempt-clock.ts'
import { type KnownShapes, misfit } from './answer-shapes.ts'
import { type ContestedAnswers, contestedAnswers } from './contested-events.ts'
import { findSubmission } from './submission-store.ts'

export type StoredEvent = AnswerEvent & { phase: Phase; received_at: Date }

/**
 * How many scored events of one question an attempt keeps (decision 0033). Beyond it, in-time events collapse into a row of
 * `collapsed_answers` if the same device has replaced them within the same epoch.
 */
export const eventsKeptPerQuestion = 64
/** How many unscored events of one question are kept. They never collapse. */
export const eventsKeptUnscored = 8

const isUnscored = (phase: Phase) => phase === 'after_end' || phase === 'after_close'
const counts = "e.phase not in ('after_end', 'after_close')"

/** Stored in place of the device id of the attempt's first device. No device has this id. */
export const firstDeviceMark = ''

/** Events `e` with their `device`. Rows of earlier releases name the first device too. */
const eventRows = 'answer_events e join attempts a on a.id = e.attempt_id'
const device = `coalesce(nullif(e.device_id, '${firstDeviceMark}'), a.first_device)`
const eventColumns = `e.question_id, e.value, e.epoch, e.seq, ${device} as device_id, e.phase, e.received_at`
/**
 * The order of contract/answer-merge.ts in SQL; a test compares the two. Device ids are ASCII by contract, so `collate "C"`
 * compares bytes as JavaScript compares code units.
 */
const latestFirst = `e.epoch desc, e.seq desc, ${device} collate "C" desc`

const winnersOfAttempt = prepared<StoredEvent>(
  'winning_events',
  `select distinct on (e.question_id) ${eventColumns} from ${eventRows}
   where e.attempt_id = $1 and ${counts} order by e.question_id, ${latestFirst}`,
)
const winnersOfMany = prepared<StoredEvent & { attempt_id: string }>(
  'winning_events_of_attempts',
  `select distinct on (e.attempt_id, e.question_id) e.attempt_id, ${eventColumns} from ${eventRows}
   where a.id = any($1) and ${counts} order by e.attempt_id, e.question_id, ${latestFirst}`,
)
/** A separate statement: one plan for both would read every event of the attempt. */
const winnersOfSome = prepared<StoredEvent>(
  'winning_events_of_questions',
  `select distinct on (e.question_id) ${eventColumns} from ${eventRows}
   where e.attempt_id = $1 and e.question_id = any($2) and ${counts}
   order by e.question_id, ${latestFirst}`,
)
const latestOfEachDevice = prepared<StoredEvent>(
  'latest_events_of_devices',
  `select distinct on (e.question_id, ${device}) ${eventColumns} from ${eventRows}
   where e.attempt_id = $1 and ${counts} order by e.question_id, ${device}, ${latestFirst}`,
)

/** Whether no event can be stored yet, so that nothing needs to be read. */
export const isUnanswered = ({ firstDevice, hasOtherDevices }: Attempt) => firstDevice === null && !hasOtherDevices

/** Reads the winning scored event of each question that has one, by the contract's merge rule. */
export function winningEvents(queries: Queries, attemptId: string): Promise<StoredEvent[]> {
  return winnersOfAttempt(queries, attemptId)
}

/** Reads the same for several attempts, by the merge rule in SQL alone: the watch must not trust the code that graded them. */
export async function winningEventsOfMany(
  queries: Queries,
  attemptIds: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  const found = new Map<string, StoredEvent[]>(attemptIds.map((id) => [id, []]))
  if (attemptIds.length === 0) return found
  for (const row of await winnersOfMany(queries, attemptIds)) found.get(row.attempt_id)!.push(row)
  return found
}

/** The scored events: they arrived before the close and are not `after_end`. */
export const countedOf = (events: readonly StoredEvent[]): StoredEvent[] =>
  events.filter(({ phase }) => !isUnscored(phase))

/** The events that arrived before the close, scored or not. The server acknowledges by these. */
export const heardInTheOpen = (events: readonly StoredEvent[]): StoredEvent[] =>
  events.filter(({ phase }) => phase !== 'after_close')

/** Counts the questions with an `after_end` answer. */
export const givenAfterEnd = (events: readonly StoredEvent[]): number =>
  new Set(events.filter(({ phase }) => phase === 'after_end').map(({ question_id }) => question_id)).size

/** The winning event of each question among these events, ordered by question id. */
export function winnersOf(events: readonly StoredEvent[]): StoredEvent[] {
  return [...mergeEvents(events).values()].sort((a, b) => (a.question_id < b.question_id ? -1 : 1))
}

/** The merged view of winning events: one row a question that has an answer. */
export function mergedAnswers(winners: readonly AnswerEvent[]): Answer[] {
  return winners.flatMap(({ question_id, value }) => (value === null ? [] : [{ question_id, value }]))
}

/** Reads the winning scored events of these questions alone. */
export function winningEventsOf(queries: Queries, attemptId: string, questionIds: string[]): Promise<StoredEvent[]> {
  return winnersOfSome(queries, attemptId, questionIds)
}

/** Reads contested answers and the winners of their questions. Runs no query unless a second device has written. */
export async function readContested(queries: Queries, attempt: Attempt): Promise<ContestedAnswers> {
  if (!attempt.hasOtherDevices) return { contested: [], holding: [] }
  return contestedAnswers(await latestOfEachDevice(queries, attempt.id))
}

/** The trace of collapsed events of one question, epoch and device. All were in time. */
export interface Collapsed extends Name {
  /** The greatest collapsed `seq`. */
  seq: number
  received_at: Date
}

/** The stored answers of an attempt or of some of its questions, including those after the close. */
export interface StoredAnswers {
  stored: StoredEvent[]
  /** By `groupOf`. */
  collapsed: ReadonlyMap<string, Collapsed>
}

type StoredRow = StoredEvent | (Collapsed & { phase: 'collapsed' })

const storedEventsQuery = (name: string, which: string) =>
  prepared<StoredRow>(
    name,
    `select ${eventColumns} from ${eventRows} where e.attempt_id = $1 ${which}
     union all
     select question_id, null, epoch, up_to_seq, device_id, 'collapsed', first_at from collapsed_answers
     where attempt_id = $1 ${which}`,
  )
/** Two statements: one plan for both would read every event of the attempt. */
const storedOfQuestions = storedEventsQuery('standing_events_of_questions', 'and question_id = any($2)')
const storedOfAttempt = storedEventsQuery('standing_events', '')

/** Reads everything stored for some questions of an attempt. The two limits above bound it. */
async function readStoredOf(queries: Queries, attemptId: string, questionIds: string[]): Promise<StoredAnswers> {
  return asStoredAnswers(await storedOfQuestions(queries, attemptId, questionIds))
}

/** Reads everything stored of an attempt, to close, grade or review it. A caller that writes by it holds the attempt. */
export async function readStoredAnswers(queries: Queries, attempt: Attempt): Promise<StoredAnswers> {
  return asStoredAnswers(isUnanswered(attempt) ? [] : await storedOfAttempt(queries, attempt.id))
}

function asStoredAnswers(rows: StoredRow[]): StoredAnswers {
  return {
    stored: rows.filter((row): row is StoredEvent => row.phase !== 'collapsed'),
    collapsed: new Map(rows.flatMap((row) => (row.phase === 'collapsed' ? [[groupOf(row), row]] : []))),
  }
}

/** Reads the stored events of some questions, including those after the close, without collapsed ones. */
export async function eventsOf(queries: Queries, attemptId: string, questionIds: string[]): Promise<StoredEvent[]> {
  return questionIds.length === 0 ? [] : (await readStoredOf(queries, attemptId, questionIds)).stored
}

/** Converts a row. `firstDevice` is the first device of its attempt, read together with the row. */
export function readEvent(row: typeof answerEvents.$inferSelect, firstDevice: string | null): StoredEvent {
  return {
    question_id: row.questionId,
    value: row.value as AnswerValue | null,
    epoch: row.epoch,
    seq: row.seq,
    device_id: row.deviceId === firstDeviceMark ? firstDevice! : row.deviceId,
    phase: row.phase as Phase,
    received_at: row.receivedAt,
  }
}

export interface Appended {
  /** How many events were new, and are stored. */
  added: number
  /** The attempt with its devices after these events. */
  attempt: Attempt
  /** The stored answers now: of the attempt if `storedAnswers` was given or a question collapsed, else of the named questions. */
  storedAnswers: StoredAnswers
  /** Questions whose new events found no room: none of those is stored, and nothing may call them saved. */
  unkept: ReadonlySet<string>
}

interface Appending {
  /** Everything that is stored of the attempt, where the caller has read it. */
  storedAnswers?: StoredAnswers
  /** The call closes the attempt. Its last answer to a full question is stored anyway: it may be the one that counts. */
  closes?: boolean
  /** The call says that it brings all that its device holds. A file never says so: nobody knows when it was made. */
  isWhole?: boolean
}

const noQuestions: ReadonlySet<string> = new Set()
const nothing: StoredAnswers = { stored: [], collapsed: new Map() }

/**
 * Appends answer events to a locked attempt. An event that is stored already, or has collapsed, is a no-op, so the same events
 * may arrive any number of times. An event after the close is stored as `after_close`, one that was given after the end as
 * `after_end` (`phaseOfArrival`): the timeline shows both, and no grade counts them silently. `now` is the arrival of the
 * call. Reads and writes the named questions alone; if one of them collapses, it reads the attempt again. A full question does
 * not keep out answers to others; it is named in `unkept`. `save-at-once.ts` does the same in SQL for the ordinary case; a
 * test compares the two. Throws 400 `unknown_question`, `invalid_answer`, `stale_epoch` (an epoch that this server has not
 * given out), 409 `already_graded` for new answers to a trimmed training, and UnreadableRow.
 */
export async function appendEvents(
  tx: Queries,
  known: KnownShapes,
  attempt: Attempt,
  events: AnswerEvent[],
  now: Date,
  { storedAnswers, closes = false, isWhole = false }: Appending = {},
): Promise<Appended> {
  const asItIs = (known: StoredAnswers) => ({ added: 0, attempt, storedAnswers: known, unkept: noQuestions })
  if (events.length === 0) return asItIs(storedAnswers ?? nothing)
  if (attempt.trimmedAt !== null) {
    await requireSubmitted(tx, attempt, events)
    return asItIs(nothing)
  }
  requireKnownEpoch(events, attempt)
  const shapes = await known.ofTicket(tx, attempt.ticketHash)
  if (shapes === null) throw new UnreadableRow(`Attempt ${attempt.id} is answered, and has no paper here.`)
  const refusal = misfit(events, shapes)
  if (refusal !== null) throw refusal
  const touched = [...new Set(events.map((event) => event.question_id))]
  const before = storedAnswers ?? (await readStoredOf(tx, attempt.id, touched))
  const fresh = newEvents(events, before)
  if (fresh.length === 0) return asItIs(before)
  let seen = attempt
  const added: StoredEvent[] = []
  const unkept = new Set<string>()
  let hasSqueezed = false
  const ofTouched = before.stored.filter(({ question_id }) => touched.includes(question_id))
  const receivedAt = afterStored(ofTouched, now)
  for (const [phase, events] of await byPhase(tx, attempt, fresh, { now, isWhole })) {
    const arrival = { phase, receivedAt }
    const { fitting, crowding } = byRoom(events, ofTouched, phase)
    if (fitting.length > 0) seen = await insertInto(tx, seen, fitting, arrival)
    const kept = [...fitting]
    for (const [questionId, crowd] of crowding) {
      const stays =
        (await squeezeIn(tx, seen, crowd, arrival)) ?? (closes ? await addLast(tx, seen, crowd, arrival) : null)
      if (stays === null) unkept.add(questionId)
      else {
        hasSqueezed = true
        seen = stays.attempt
        kept.push(...stays.events)
      }
    }
    added.push(...kept.map((event) => ({ ...event, phase, received_at: receivedAt })))
  }
  return {
    added: added.length,
    attempt: seen,
    storedAnswers: hasSqueezed
      ? await readStoredAnswers(tx, seen)
      : { ...before, stored: [...before.stored, ...added] },
    unkept,
  }
}

const devicesThatSentAll = prepared<{ device_id: string }>(
  'devices_that_sent_all_late',
  `select distinct ${device} as device_id from ${eventRows} where e.attempt_id = $1 and e.phase = 'late_whole'`,
)

/** Device ids of submissions and files without events. Such answers may come from any device. */
const namelessDevices: readonly string[] = ['submit', 'file']
const ownDevice = (deviceId: string) => deviceId.replace(/~[0-9a-f]{8}$/, '')

/** Groups new events by phase. Reads the devices only where they matter: after the deadline, while the attempt is open. */
async function byPhase(
  tx: Queries,
  attempt: Attempt,
  events: AnswerEvent[],
  arrival: { now: Date; isWhole: boolean },
): Promise<Map<Phase, AnswerEvent[]>> {
  const isLate = attempt.isOpen && phaseAt(attempt, arrival.now) === 'late'
  const sentAll = isLate ? (await devicesThatSentAll(tx, attempt.id)).map(({ device_id }) => device_id) : []
  const hasSentAll = (deviceId: string) =>
    sentAll.length > 0 &&
    (namelessDevices.includes(deviceId) || sentAll.some((one) => ownDevice(one) === ownDevice(deviceId)))
  const phased = new Map<Phase, AnswerEvent[]>()
  for (const event of events) {
    const phase = phaseOfArrival(attempt, { ...arrival, hasSentAll: hasSentAll(event.device_id) })
    phased.set(phase, [...(phased.get(phase) ?? []), event])
  }
  return phased
}

/** An epoch that this server has not given out would win every merge. */
function requireKnownEpoch(events: AnswerEvent[], attempt: Attempt): void {
  if (events.every(({ epoch }) => epoch <= attempt.epoch)) return
  throw new Failure(400, 'stale_epoch', 'Ці відповіді не від цієї спроби. Оновіть сторінку.')
}

/**
 * A trimmed training keeps only its submitted answers. The same answers are acknowledged again; others have no room any more
 * and are not acknowledged. Throws 409 `already_graded`.
 */
async function requireSubmitted(tx: Queries, attempt: Attempt, events: AnswerEvent[]): Promise<void> {
  const { answers } = (await findSubmission(tx, attempt.id))!
  const kept = new Map(answers.map(({ question_id, value }) => [question_id, value]))
  const isKept = ({ question_id, value }: AnswerEvent) =>
    JSON.stringify(kept.get(question_id) ?? null) === JSON.stringify(value)
  if (events.every(isKept)) return
  throw new Failure(409, 'already_graded', 'Це тренування давно здано: нових відповідей до нього вже не зберігаємо.')
}

/**
 * Dates events after every stored event of their questions. Another call may have stored an answer while this one waited for
 * the lock: that answer was given without knowledge of these events. With a later date it would seem to know of them.
 */
function afterStored(stored: StoredEvent[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...stored.map(({ received_at }) => received_at.getTime() + 1)))
}

type Name = Pick<AnswerEvent, 'question_id' | 'epoch' | 'seq' | 'device_id'>
const nameOf = ({ question_id, epoch, seq, device_id }: Name) => JSON.stringify([question_id, epoch, seq, device_id])
const groupOf = ({ question_id, epoch, device_id }: Name) => JSON.stringify([question_id, epoch, device_id])

/**
 * Returns the events that are not stored yet. Two tabs or a restored browser may count the same number twice: then an event
 * has the name (question, epoch, seq, device) of a stored one and another value. Dropped, it would be acknowledged and lost.
 * So it gets a device id made of its value, which is the same at every retry. It comes right after its namesake in the merge
 * order, and the mark shows its device that another answer may hold.
 */
function newEvents(events: AnswerEvent[], { stored, collapsed }: StoredAnswers): AnswerEvent[] {
  const values = new Map(stored.map((event) => [nameOf(event), JSON.stringify(event.value)]))
  const fresh: AnswerEvent[] = []
  const add = (event: AnswerEvent) => {
    values.set(nameOf(event), JSON.stringify(event.value))
    fresh.push(event)
  }
  for (const event of events) {
    const value = values.get(nameOf(event))
    if (value === undefined) {
      if (event.seq > (collapsed.get(groupOf(event))?.seq ?? 0)) add(event)
    } else if (value !== JSON.stringify(event.value)) {
      const namesake = { ...event, device_id: namesakeOf(event) }
      if (!values.has(nameOf(namesake))) add(namesake)
    }
  }
  return fresh
}

function namesakeOf({ device_id, value }: AnswerEvent): string {
  return `${device_id.slice(0, 55)}~${digest(JSON.stringify(value)).slice(0, 8)}`
}

const insert = prepared(
  'insert_answer_events',
  `with noted as (
     update attempts set first_device = $5, has_rivals = $6
     where id = $1 and (first_device, has_rivals) is distinct from ($5::text, $6::boolean))
   insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase, received_at)
   select $1, question_id, value, epoch, seq, case when device_id = $5 then '${firstDeviceMark}' else device_id end, $3, $4
   from jsonb_to_recordset($2::jsonb) as sent(question_id text, value jsonb, epoch int, seq int, device_id text)`,
)

interface Arrival {
  phase: Phase
  receivedAt: Date
}

async function insertInto(
  tx: Queries,
  attempt: Attempt,
  events: AnswerEvent[],
  { phase, receivedAt }: Arrival,
): Promise<Attempt> {
  const seen = devicesSeen(attempt, events)
  await insert(tx, attempt.id, JSON.stringify(events), phase, receivedAt, seen.firstDevice, seen.hasOtherDevices)
  return { ...attempt, ...seen }
}

const boundOf = (phase: Phase) => (isUnscored(phase) ? eventsKeptUnscored : eventsKeptPerQuestion)

/** Splits new events: those whose questions have room, and the others by question. Unscored events have their own bound. */
function byRoom(fresh: AnswerEvent[], stored: StoredEvent[], phase: Phase) {
  const isCounted = (event: StoredEvent) => isUnscored(event.phase) === isUnscored(phase)
  const counts = new Map<string, number>()
  for (const { question_id } of [...stored.filter(isCounted), ...fresh]) {
    counts.set(question_id, (counts.get(question_id) ?? 0) + 1)
  }
  const isFitting = ({ question_id }: AnswerEvent) => counts.get(question_id)! <= boundOf(phase)
  const crowding = new Map<string, AnswerEvent[]>()
  for (const event of fresh) {
    if (!isFitting(event)) crowding.set(event.question_id, [...(crowding.get(event.question_id) ?? []), event])
  }
  return { fitting: fresh.filter(isFitting), crowding }
}

interface Stay {
  attempt: Attempt
  events: AnswerEvent[]
}

/**
 * Stores the new events of one full question if enough of it collapses with them. Otherwise returns null, and the savepoint
 * restores the question: the collapse made room for events that are not kept.
 */
async function squeezeIn(tx: Queries, attempt: Attempt, events: AnswerEvent[], arrival: Arrival): Promise<Stay | null> {
  if (isUnscored(arrival.phase)) return null
  const overfull = new Error('still too full')
  try {
    return await tx.transaction(async (savepoint) => {
      const stay = { attempt: await insertInto(savepoint, attempt, events, arrival), events }
      if ((await collapse(savepoint, stay.attempt, events[0]!.question_id)) > eventsKeptPerQuestion) throw overfull
      return stay
    })
  } catch (error) {
    if (error === overfull) return null
    throw error
  }
}

/** Stores the latest of the new events of one question beyond its bound. */
async function addLast(tx: Queries, attempt: Attempt, events: AnswerEvent[], arrival: Arrival): Promise<Stay> {
  const last = [...mergeEvents(events).values()]
  return { attempt: await insertInto(tx, attempt, last, arrival), events: last }
}

/** The refusal of answers that found no room. */
export const tooManyChanges = () =>
  new Failure(
    422,
    'too_many_changes',
    'Цю відповідь змінювали забагато разів, тому нових змін ми вже не зберігаємо. Завантажте свої відповіді та напишіть нам.',
  )

/**
 * Deletes in-time events of a question that a later in-time event of the same epoch and device has replaced: no merge, no
 * contest and no grade depends on them. Records their greatest number, count and times. Returns how many scored ones are left.
 */
async function collapse(tx: Queries, attempt: Attempt, questionId: string): Promise<number> {
  const { rows } = await tx.execute<{ left: number }>(sql`
    with named as (
      select event.id, event.epoch, event.seq, event.received_at,
        coalesce(nullif(event.device_id, ${firstDeviceMark}), ${attempt.firstDevice}) as device_id
      from ${answerEvents} event
      where event.attempt_id = ${attempt.id} and event.question_id = ${questionId} and event.phase = 'in_time'
    ), replaced as (
      delete from ${answerEvents} event using named earlier
      where event.attempt_id = ${attempt.id} and event.question_id = ${questionId} and event.id = earlier.id and exists (
        select from named later
        where later.epoch = earlier.epoch and later.device_id = earlier.device_id and later.seq > earlier.seq)
      returning earlier.epoch, earlier.device_id, earlier.seq, earlier.received_at
    ), noted as (
      insert into ${collapsedAnswers} as standing
        (attempt_id, question_id, epoch, device_id, up_to_seq, changes, first_at, last_at)
      select ${attempt.id}, ${questionId}, epoch, device_id, max(seq), count(*), min(received_at), max(received_at)
      from replaced group by epoch, device_id
      on conflict (attempt_id, question_id, epoch, device_id) do update set
        up_to_seq = greatest(standing.up_to_seq, excluded.up_to_seq),
        changes = standing.changes + excluded.changes,
        first_at = least(standing.first_at, excluded.first_at),
        last_at = greatest(standing.last_at, excluded.last_at)
      returning 1
    )
    select (count(*) - (select count(*) from replaced))::int as left, (select count(*) from noted) as noted
    from ${answerEvents} event
    where event.attempt_id = ${attempt.id} and event.question_id = ${questionId}
      and event.phase not in ('after_end', 'after_close')`)
  return rows[0]!.left
}

/** The attempt's devices after these events. While only one device has answered, nothing can be contested and no query looks. */
function devicesSeen({ firstDevice, hasOtherDevices }: Attempt, events: AnswerEvent[]) {
  const first = firstDevice ?? events[0]!.device_id
  if (hasOtherDevices) return { firstDevice, hasOtherDevices }
  return { firstDevice: first, hasOtherDevices: events.some(({ device_id }) => device_id !== first) }
}

/** Turns answers of a client without events into events that follow all others. An answer that holds already adds nothing. */
export function answersAsEvents(answers: Answer[], stored: Iterable<StoredEvent>, epoch: number): AnswerEvent[] {
  const winners = mergeEvents(stored)
  return answers.flatMap(({ question_id, value }) => {
    const winner = winners.get(question_id)
    if (winner !== undefined && JSON.stringify(winner.value) === JSON.stringify(value)) return []
    return [{ question_id, value, epoch, seq: (winner?.seq ?? 0) + 1, device_id: 'submit' }]
  })
}
