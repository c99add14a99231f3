import { mergeEvents } from '#contract/answer-merge.ts'
import type { ExamAttempt } from '#contract/exam.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { PauseEvent } from '#contract/exam-pause.ts'
import { mostPauses, pauseMinutes } from '#contract/pause.ts'
import { lapseOf, type Phase, phaseOfArrival, startMarks } from '../../../server/features/exams/attempt-clock.ts'

/** An answer event as the server keeps it for ever, with its phase and time of arrival. */
export type StoredEvent = AnswerEvent & {
  readonly phase: Phase
  readonly received_at: Date
}

/** The whole reply to a submission. The same key gets the same bytes. */
export interface Submission {
  readonly key: string | null
  readonly body: string
  readonly reply: string
  readonly closedBy: 'person' | 'unattended'
}

export type AttemptState = 'building' | 'ready' | 'open' | 'paused' | 'submitted' | 'graded' | 'failed'

/** One pause, in milliseconds since 1970. `to` is its end, or, while it runs, the time at which it ends by itself. */
export interface ModelPause {
  readonly name: string
  readonly deviceId: string
  readonly from: number
  to: number
  isEnded: boolean
  heardAt: number
  toldAt: number
}

/** One attempt with everything that belongs to it. The rules of time are the server's (attempt-clock). */
export interface ModelAttempt {
  readonly id: string
  readonly purchaseId: string
  readonly userId: string
  readonly startKey: string | null
  readonly examCacheKey: string
  readonly submissionKey: string
  readonly ticket: string
  readonly mode: 'exam'
  readonly durationSeconds: number
  readonly lateSeconds: number
  readonly createdAt: Date
  /** When the work of a job ends; null for a server that works immediately. */
  readonly builtBy: Date | null
  gradedBy: Date | null
  state: AttemptState
  isOpen: boolean
  epoch: number
  builtAt: Date | null
  deliveredAt: Date | null
  startedAt: Date | null
  deadlineAt: Date | null
  lateUntil: Date | null
  pausedUntil: Date | null
  /** In order; the last may still run. */
  readonly pauses: ModelPause[]
  submittedAt: Date | null
  processingSince: Date | null
  readonly events: StoredEvent[]
  submission: Submission | null
  /** Graded answers, once for each grading. */
  readonly grades: Answer[][]
}

/** Applies what time alone has done: jobs that ended, a clock that began by itself, an exam that nobody submitted. */
export function settle(attempt: ModelAttempt, now: Date): void {
  if (attempt.state === 'building' && attempt.builtBy !== null && now >= attempt.builtBy) {
    attempt.state = 'ready'
    attempt.builtAt = attempt.builtBy
  }
  if (attempt.state === 'submitted' && attempt.gradedBy !== null && now >= attempt.gradedBy) grade(attempt)
  const lapse = lapseOf(attempt, now)
  if (lapse.kind === 'nothing') return
  if (lapse.kind === 'started') {
    startClock(attempt, lapse.at)
    return settle(attempt, now)
  }
  if (lapse.kind === 'resumed') {
    endPause(attempt, +lapse.at, +now)
    return settle(attempt, now)
  }
  if (lapse.kind === 'unattended') return close(attempt, { by: 'unattended', now, key: null, body: '', inline: true })
  attempt.state = 'failed'
  attempt.isOpen = false
}

const currentOf = ({ pauses }: ModelAttempt) => pauses.find(({ isEnded }) => !isEnded)
const allowance = ({ pauses }: ModelAttempt) =>
  pauses.reduce((left, { from, to }) => left - (to - from), pauseMinutes * 60_000)

/** Counts a device's pauses by the rules of `note-pauses.ts`. Returns why the first refused one is not counted, or null. */
export function notePauses(attempt: ModelAttempt, given: readonly PauseEvent[], now: number): string | null {
  let refusal: string | null = null
  const lastHeard = Math.max(
    +(attempt.startedAt ?? 0),
    ...attempt.events.map(({ received_at }) => +received_at),
    ...attempt.pauses.map(({ heardAt }) => heardAt),
  )
  for (const event of given) {
    if (!attempt.pauses.some(({ name }) => name === event.name)) {
      if (currentOf(attempt) !== undefined) continue
      const since = Math.max(lastHeard, ...attempt.pauses.map(({ to }) => to))
      const from = Math.min(Math.max(since, now - event.began_ago_ms), now)
      const reason = reasonNotToPause(attempt, from)
      if (reason !== null) {
        refusal ??= reason
        continue
      }
      const lasts = allowance(attempt)
      attempt.pauses.push({
        name: event.name,
        deviceId: event.device_id,
        from,
        to: from + lasts,
        isEnded: false,
        heardAt: now,
        toldAt: now,
      })
      attempt.state = 'paused'
      attempt.pausedUntil = new Date(from + lasts)
      move(attempt, lasts)
    }
    const current = currentOf(attempt)
    if (current?.name !== event.name) continue
    const isOver = event.ended_ago_ms !== undefined && now - event.ended_ago_ms < current.to
    if (isOver) endPause(attempt, Math.min(Math.max(current.from, now - event.ended_ago_ms!), now), now)
    else if (current.to <= now) endPause(attempt, current.to, now)
  }
  return refusal
}

function reasonNotToPause(attempt: ModelAttempt, at: number): string | null {
  if (attempt.state === 'building' || attempt.state === 'ready') return 'attempt_not_started'
  if (!attempt.isOpen || (attempt.deadlineAt !== null && at >= +attempt.deadlineAt)) return 'exam_over'
  if (attempt.pauses.length >= mostPauses) return 'too_many_pauses'
  return allowance(attempt) < 1000 ? 'no_pause_left' : null
}

function endPause(attempt: ModelAttempt, at: number, now: number): void {
  const current = currentOf(attempt)
  if (current === undefined) return
  move(attempt, at - current.to)
  Object.assign(current, { to: at, isEnded: true, heardAt: now })
  attempt.state = 'open'
  attempt.pausedUntil = new Date(at)
}

function move(attempt: ModelAttempt, milliseconds: number): void {
  attempt.deadlineAt = new Date(+attempt.deadlineAt! + milliseconds)
  attempt.lateUntil = new Date(+attempt.lateUntil! + milliseconds)
}

export function pausesOf(attempt: ModelAttempt, now: Date) {
  const current = currentOf(attempt)
  return {
    current:
      current === undefined
        ? null
        : {
            name: current.name,
            cause: 'power',
            since: new Date(current.from).toISOString(),
            until: new Date(current.to).toISOString(),
          },
    left: Math.max(0, mostPauses - attempt.pauses.length),
    left_ms: current === undefined ? allowance(attempt) : Math.max(0, current.to - +now),
  }
}

export function startClock(attempt: ModelAttempt, at: Date): void {
  Object.assign(attempt, { state: 'open', ...startMarks(attempt, at) })
}

/** Appends new events. Those after the closing, or given after the end, are kept and never graded. */
export function append(attempt: ModelAttempt, events: readonly AnswerEvent[], now: Date, isWhole = false): void {
  const sentAll = new Set(attempt.events.flatMap(({ phase, device_id }) => (phase === 'late_whole' ? [device_id] : [])))
  for (const event of events) {
    if (attempt.events.some((stored) => isSameEvent(stored, event))) continue
    const hasSentAll = event.device_id === 'submit' ? sentAll.size > 0 : sentAll.has(event.device_id)
    const phase = phaseOfArrival(attempt, { now, isWhole, hasSentAll })
    attempt.events.push({ ...event, phase, received_at: now })
  }
}

export function isSameEvent(a: AnswerEvent, b: AnswerEvent): boolean {
  return a.question_id === b.question_id && a.epoch === b.epoch && a.seq === b.seq && a.device_id === b.device_id
}

/** Events that are graded: without those after the closing and those given after the end. */
export function countedEvents({ events }: ModelAttempt): StoredEvent[] {
  return events.filter(({ phase }) => phase !== 'after_close' && phase !== 'after_end')
}

/** Acknowledged events: the greatest of each question that arrived before the closing. */
export function marks({ events }: ModelAttempt): Map<string, StoredEvent> {
  return mergeEvents(events.filter(({ phase }) => phase !== 'after_close'))
}

export function winners(attempt: ModelAttempt): Map<string, StoredEvent> {
  return mergeEvents(countedEvents(attempt))
}

interface Closing {
  readonly by: Submission['closedBy']
  readonly now: Date
  readonly key: string | null
  readonly body: string
  /** Whether the same transaction grades; otherwise a job does. */
  readonly inline: boolean
  readonly gradedBy?: Date
}

/** Stores the submission, its reply's bytes and (inline) the grade in one atomic step. */
export function close(attempt: ModelAttempt, { by, now, key, body, inline, gradedBy }: Closing): void {
  endPause(attempt, +now, +now)
  attempt.isOpen = false
  attempt.state = 'submitted'
  attempt.submittedAt = attempt.processingSince = now
  if (inline) grade(attempt)
  else attempt.gradedBy = gradedBy ?? now
  const status = inline ? 'completed' : 'processing_started'
  const reply = JSON.stringify({ status, attempt_id: attempt.id, receipt: `receipt-of-${attempt.id}` })
  attempt.submission = { key, body, reply, closedBy: by }
}

function grade(attempt: ModelAttempt): void {
  attempt.state = 'graded'
  const answers = [...winners(attempt).values()].flatMap(({ question_id, value }) =>
    value === null ? [] : [{ question_id, value }],
  )
  attempt.grades.push(answers)
}

export function examAttemptOf(attempt: ModelAttempt, now: Date): ExamAttempt {
  return {
    id: attempt.id,
    state: attempt.state,
    epoch: attempt.epoch,
    duration_seconds: attempt.durationSeconds,
    ...marksOf(attempt, now),
    pauses: pausesOf(attempt, now),
    submission_key: attempt.submissionKey,
    ticket: attempt.ticket,
  }
}

export function marksOf({ startedAt, deadlineAt, lateUntil }: ModelAttempt, now: Date) {
  return {
    started_at: startedAt?.toISOString() ?? null,
    deadline_at: deadlineAt?.toISOString() ?? null,
    late_until: lateUntil?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}
