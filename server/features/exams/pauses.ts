import { eq } from 'drizzle-orm'
import { mostPauses, pauseMinutes, type PauseOfResult, type Pauses } from '#contract/pause.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attemptPauses, attempts } from '../../db/schema/attempts.ts'
import { type Pause, type PauseRow, pausesOf } from '../../db/stored-pauses.ts'
import type { Attempt } from './attempt.ts'

const mostMs = pauseMinutes * 60_000

/** How a pause ended: by the person, by its own length, or because the exam was closed. */
export type PauseEnding = 'resumed' | 'limit' | 'closed'

const select = prepared<PauseRow>(
  'attempt_pauses',
  `select attempt_id as "attemptId", place, what, name, device_id as "deviceId", reason, at, milliseconds,
     said_at as "saidAt", received_at as "receivedAt"
   from attempt_pauses where attempt_id = $1 order by place`,
)

/** Reads the pauses of an attempt in order. An attempt that was never paused says so itself, and no query runs. */
export async function readPauses(queries: Queries, { id, pausedUntil }: Attempt): Promise<Pause[]> {
  return pausedUntil === null ? [] : pausesOf(await select(queries, id))
}

/** The current pause, if there is one: the last. */
export const currentOf = (pauses: readonly Pause[]): Pause | undefined => pauses.find(({ ended }) => ended === null)

export const allowanceAfter = (pauses: readonly Pause[]): number =>
  pauses.reduce((left, { begun, ended }) => left - (ended ?? begun).milliseconds, mostMs)

/** The pauses of an exam at `now`, as they travel. */
export function pausesAt(pauses: readonly Pause[], now: Date): NonNullable<Pauses> {
  const current = currentOf(pauses)
  return {
    current:
      current === undefined
        ? null
        : {
            name: current.begun.name,
            cause: current.begun.reason,
            since: new Date(current.from).toISOString(),
            until: new Date(current.to).toISOString(),
          },
    left: Math.max(0, mostPauses - pauses.length),
    left_ms: current === undefined ? allowanceAfter(pauses) : Math.max(0, current.to - +now),
  }
}

/** The pauses that a result states; nothing if the exam had none. */
export function ofResult(pauses: readonly Pause[]): { pauses?: PauseOfResult[] } {
  if (pauses.length === 0) return {}
  return {
    pauses: pauses.map(({ begun, from, to }) => ({ cause: begun.reason, seconds: Math.round((to - from) / 1000) })),
  }
}

interface Beginning {
  name: string
  deviceId: string
  cause: string
  at: Date
  saidAt: Date | null
  now: Date
}

/**
 * Begins a pause of the whole remaining allowance. The deadline moves by all of it immediately, so it is never earlier than the
 * exam's real end, and no work is due when the pause ends by itself. The caller holds the attempt, has applied its deadlines and
 * has seen that it may be paused.
 */
export async function beginPause(
  tx: Queries,
  attempt: Attempt,
  before: readonly Pause[],
  { name, deviceId, cause, at, saidAt, now }: Beginning,
): Promise<Attempt> {
  const milliseconds = allowanceAfter(before)
  await tx.insert(attemptPauses).values({
    attemptId: attempt.id,
    place: before.length + 1,
    what: 'begun',
    name,
    deviceId,
    reason: cause,
    at,
    milliseconds,
    saidAt,
    receivedAt: now,
  })
  return move(tx, attempt, milliseconds, { state: 'paused', pausedUntil: new Date(+at + milliseconds) })
}

interface End {
  at: Date
  by: PauseEnding
  now: Date
  deviceId?: string
  saidAt?: Date | null
}

/** Ends the current pause at `at`, which lies within it, and takes its unused part back from the deadline. */
export async function endPause(
  tx: Queries,
  attempt: Attempt,
  { begun, from, to }: Pause,
  { at, by, now, deviceId = '', saidAt = null }: End,
): Promise<Attempt> {
  await tx.insert(attemptPauses).values({
    attemptId: attempt.id,
    place: begun.place,
    what: 'ended',
    name: begun.name,
    deviceId,
    reason: by,
    at,
    milliseconds: +at - from,
    saidAt,
    receivedAt: now,
  })
  return move(tx, attempt, +at - to, { state: 'open', pausedUntil: at })
}

/** Ends the current pause of a paused attempt; a no-op for any other. */
export async function endCurrent(tx: Queries, attempt: Attempt, end: End): Promise<Attempt> {
  if (attempt.state !== 'paused') return attempt
  return endPause(tx, attempt, currentOf(await readPauses(tx, attempt))!, end)
}

async function move(
  tx: Queries,
  attempt: Attempt,
  milliseconds: number,
  change: Pick<Attempt, 'state' | 'pausedUntil'>,
): Promise<Attempt> {
  const later = (at: Date | null) => new Date(+at! + milliseconds)
  const moved = { ...change, deadlineAt: later(attempt.deadlineAt), lateUntil: later(attempt.lateUntil) }
  await tx.update(attempts).set(moved).where(eq(attempts.id, attempt.id))
  return { ...attempt, ...moved }
}
