import type { PauseEvent } from '#contract/exam-pause.ts'
import { mostPauses } from '#contract/pause.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Pause } from '../../../db/stored-pauses.ts'
import { prepared } from '../../../db/prepared.ts'
import { Failure } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import type { Attempt } from '../attempt.ts'
import { announceSeconds } from '../attempt-clock.ts'
import { allowanceAfter, beginPause, endPause, readPauses, currentOf } from '../pauses.ts'
import { reasonToTakeNoAnswers } from './with-attempt.ts'

export interface Noted {
  attempt: Attempt
  /** The refusal of the first pause that is not counted; null if all are. */
  refusal: Failure | null
}

/** The end of the pause of this name, or of the current one. */
export type End = Pick<PauseEvent, 'device_id' | 'ended_ago_ms' | 'ended_at'> & { name?: string | undefined }

export interface ReportedPauses {
  given: readonly PauseEvent[]
  resumes?: End | undefined
}

const lastAnswer = prepared<{ at: Date | null }>(
  'last_answer_of_attempt',
  'select max(received_at) as at from answer_events where attempt_id = $1',
)

/**
 * Records the pauses that a device reports, in their order, before the rest of its call is handled: the pauses move the deadlines
 * that judge its answers. An offline pause counts only between the last thing that the server heard of the attempt and this call.
 * The caller holds the attempt and has applied its deadlines.
 */
export async function notePauses(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Queries,
  attempt: Attempt,
  { given, resumes }: ReportedPauses,
  now: Date,
): Promise<Noted> {
  if (resumes !== undefined) return noteEnd(tx, attempt, resumes, now)
  const noted: Noted = { attempt, refusal: null }
  if (given.length === 0) return noted
  const before = await readPauses(tx, attempt)
  const heardAt = given.some(({ name }) => !isKnown(before, name)) ? await lastHeard(tx, attempt, before) : 0
  for (const event of given) {
    const pauses = await readPauses(tx, noted.attempt)
    if (!isKnown(pauses, event.name)) {
      // Another device was first: its pause is the current one for this device too.
      if (currentOf(pauses) !== undefined) continue
      const since = Math.max(heardAt, ...pauses.map(({ to }) => to))
      const at = new Date(between(since, +now - event.began_ago_ms, +now))
      const refusal = reasonNotToPause(noted.attempt, pauses, at)
      if (refusal !== null) {
        noted.refusal ??= refusal
        continue
      }
      const { name, device_id: deviceId, cause, began_at: saidAt } = event
      const beginning = { name, deviceId, cause, at, saidAt: timeSaid(saidAt), now }
      noted.attempt = await beginPause(tx, noted.attempt, pauses, beginning)
    }
    noted.attempt = await endWhereOver(tx, noted.attempt, event, now)
  }
  const { id, pausedUntil } = noted.attempt
  if (noted.attempt.state === 'paused' && attempt.state !== 'paused') {
    const seconds = Math.ceil((+pausedUntil! - +now) / 1000) - announceSeconds
    const data = { attempt_id: id, until: pausedUntil!.toISOString() }
    if (seconds > 0) await jobs.add(tx, 'announce-pause-end', data, seconds)
  }
  return noted
}

const isKnown = (pauses: readonly Pause[], name: string) => pauses.some(({ begun }) => begun.name === name)
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** Null if the device said no time, or an invalid one. */
function timeSaid(text: string | undefined): Date | null {
  const at = new Date(text ?? Number.NaN)
  const isKept = +at > 0 && at.getUTCFullYear() < 10_000
  return isKept ? at : null
}

/** Ends the pause of this name if it is current and over: as the device says, or because it reached its full length. */
async function endWhereOver(tx: Queries, attempt: Attempt, event: PauseEvent, now: Date): Promise<Attempt> {
  const current = currentOf(await readPauses(tx, attempt))
  if (current?.begun.name !== event.name) return attempt
  const isReportedOver = event.ended_ago_ms !== undefined && +now - event.ended_ago_ms < current.to
  if (isReportedOver) return endAsReported(tx, attempt, current, event, now)
  return current.to > +now ? attempt : endPause(tx, attempt, current, { at: new Date(current.to), by: 'limit', now })
}

function endAsReported(tx: Queries, attempt: Attempt, current: Pause, end: End, now: Date): Promise<Attempt> {
  const { device_id: deviceId, ended_ago_ms: ago = 0, ended_at: saidAt } = end
  const at = new Date(between(current.from, +now - ago, +now))
  return endPause(tx, attempt, current, { at, by: 'resumed', now, deviceId, saidAt: timeSaid(saidAt) })
}

/** Ends the current pause. For a pause that has ended the reply is the same, because the call may be a retry. */
async function noteEnd(tx: Queries, attempt: Attempt, end: End, now: Date): Promise<Noted> {
  const pauses = await readPauses(tx, attempt)
  if (end.name !== undefined && !isKnown(pauses, end.name)) return { attempt, refusal: unknownPause() }
  const current = currentOf(pauses)
  const isIt = current !== undefined && (end.name ?? current.begun.name) === current.begun.name
  return { attempt: isIt ? await endAsReported(tx, attempt, current, end, now) : attempt, refusal: null }
}

const unknownPause = () =>
  new Failure(409, 'pause_unknown', 'Про цю паузу сервер ще не знає. Надішліть її разом із тим, коли вона закінчилася.')

/** When the server last heard anything of the attempt, in milliseconds since 1970. */
async function lastHeard(tx: Queries, { id, startedAt }: Attempt, pauses: readonly Pause[]): Promise<number> {
  const [answered] = await lastAnswer(tx, id)
  const reported = pauses.flatMap(({ begun, ended }) => [+begun.receivedAt, ended === null ? 0 : +ended.receivedAt])
  return Math.max(+(startedAt ?? 0), +(answered?.at ?? 0), ...reported)
}

/** Why no pause of this attempt may begin at `at`; null: it may. */
export function reasonNotToPause(attempt: Attempt, pauses: readonly Pause[], at: Date): Failure | null {
  if (attempt.mode !== 'exam') {
    return new Failure(409, 'pause_unavailable', 'У тренування немає годинника, тож пауза йому не потрібна.')
  }
  const isOver = !attempt.isOpen || (attempt.deadlineAt !== null && at >= attempt.deadlineAt)
  const unbegun = reasonToTakeNoAnswers(attempt)
  if (unbegun !== null) return unbegun
  if (isOver) return new Failure(409, 'exam_over', 'Час екзамену вже вийшов, тому паузи вже не буде.')
  if (pauses.length >= mostPauses) {
    return new Failure(409, 'too_many_pauses', 'Паузи цього екзамену вже використано. Годинник іде далі.')
  }
  // Less than a second is nothing that a person could use.
  if (allowanceAfter(pauses) < 1000) {
    return new Failure(409, 'no_pause_left', 'Час пауз цього екзамену вже вичерпано. Годинник іде далі.')
  }
  return null
}
