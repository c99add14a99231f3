import type { PauseEvent } from '#contract/exam-pause.ts'
import type { Pauses } from '#contract/pause.ts'

/** A pause as this device has noted it. Milliseconds since 1970, by the server's clock; `to` is null while it lasts. */
export interface NotedPause {
  readonly name: string
  readonly cause: PauseEvent['cause']
  readonly deviceId: string
  readonly from: number
  readonly to: number | null
  /** The server knows that it began. */
  readonly isKnown?: true
}

/** What is known of an exam's pauses; absent if the server knows none. Milliseconds, by the server's clock. */
export interface ExamPauses {
  /** The pause that lasts now, and when it ends by itself. */
  readonly current: {
    readonly name: string
    readonly cause: string
    readonly since: number
    readonly until: number
  } | null
  /** How many more may begin. */
  readonly left: number
  /** How long later pauses may last in all. */
  readonly leftMs: number
  /** When the server said this, by its own clock; absent before its first word. Replies may overtake each other. */
  readonly heardAt?: number
  /** Pauses that no reply has acknowledged, the oldest first. The next call brings them. */
  readonly untold: readonly NotedPause[]
}

/** The exam's deadlines, which a pause moves, and its pauses. */
export interface PausableClock {
  readonly deadlineAt: number | null
  readonly lateUntil: number | null
  readonly pauses?: ExamPauses | undefined
}

/** A shorter pause is of no use to a person, and the server refuses it. */
const leastMs = 1_000

/** Why the exam cannot be paused at `now`, or null. 'unknown' is not shown: the server knows no pauses, or no clock runs. */
export function reasonNotToPause({ deadlineAt, pauses }: PausableClock, now: number): 'unknown' | 'used' | null {
  if (pauses === undefined || deadlineAt === null || now >= deadlineAt || pauses.current !== null) return 'unknown'
  return pauses.left < 1 || pauses.leftMs < leastMs ? 'used' : null
}

/** Begins a pause as the server does (decision 0133): the deadlines move immediately by the longest time it may last. */
export function beginPause<Clock extends PausableClock>(
  clock: Clock,
  pause: Pick<NotedPause, 'name' | 'cause' | 'deviceId'>,
  now: number,
): Clock {
  if (reasonNotToPause(clock, now) !== null) return clock
  const noted: NotedPause = { ...pause, from: now, to: null }
  return withUntold(begun(clock, noted), [...clock.pauses!.untold, noted])
}

/** Ends the pause that lasts at `now`, whichever device began it, and takes its unused time back from the deadlines. */
export function endPause<Clock extends PausableClock>(clock: Clock, deviceId: string, now: number): Clock {
  const { pauses } = clock
  if (pauses?.current == null) return clock
  const { name, cause, since } = pauses.current
  const to = Math.min(Math.max(now, since), pauses.current.until)
  const known = pauses.untold.find((one) => one.name === name)
  const noted: NotedPause =
    known === undefined
      ? { name, cause: cause === 'alarm' ? cause : 'power', deviceId, from: since, to, isKnown: true }
      : { ...known, to }
  return withUntold(ended(clock, to), [...pauses.untold.filter((one) => one !== known), noted])
}

/** Ends a pause whose time is over: nothing of it is left to take back. */
export function lapse<Clock extends PausableClock>(clock: Clock, now: number): Clock {
  const until = clock.pauses?.current?.until
  return until !== undefined && now >= until ? ended(clock, until) : clock
}

/** How long the exam has left at `now`, in ms: during a pause, as much as when it began. Null without a deadline. */
export function remainingAt({ deadlineAt, pauses }: PausableClock, now: number): number | null {
  return deadlineAt === null ? null : deadlineAt - Math.max(now, pauses?.current?.until ?? now)
}

/**
 * The clock after a reply of the server, whose deadlines are in `clock` already. `reported`: what it says of pauses, absent
 * for nothing · `isPaused`: the attempt's state is `paused` · `at`: when the server said so. Pauses that no reply has
 * acknowledged are applied to this clock again.
 */
export function hearPauses<Clock extends PausableClock>(
  clock: Clock,
  reported: Pauses,
  isPaused: boolean,
  at?: number,
): Clock {
  const { pauses } = clock
  if (reported == null) {
    if (pauses === undefined) return clock
    // A reply without pauses says by its state alone whether one lasts.
    const known = isPaused ? pauses : { ...pauses, current: null }
    const isSame = pauses.current === known.current && pauses.untold.length === 0
    return isSame ? clock : pauses.untold.reduce(laidOver<Clock>, { ...clock, pauses: known })
  }
  const { current, left, left_ms: leftMs } = reported
  const stored =
    current == null ? null : { ...current, since: Date.parse(current.since), until: Date.parse(current.until) }
  const untold = pauses?.untold ?? []
  return untold.reduce(laidOver<Clock>, {
    ...clock,
    pauses: { current: stored, left, leftMs, untold, ...(at !== undefined && { heardAt: at }) },
  })
}

function laidOver<Clock extends PausableClock>(clock: Clock, noted: NotedPause): Clock {
  const current = clock.pauses!.current
  const isThere = current?.name === noted.name
  if (!isThere && (noted.isKnown === true || current !== null || clock.deadlineAt === null)) return clock
  const paused = isThere ? clock : begun(clock, noted)
  return noted.to === null ? paused : ended(paused, noted.to)
}

/** Removes pauses that the server has acknowledged in `sent`. One that ended since stays, and the next call brings it. */
export function acknowledge<Clock extends PausableClock>(clock: Clock, sent: readonly NotedPause[]): Clock {
  if (sent.length === 0 || clock.pauses === undefined) return clock
  const untold = clock.pauses.untold.flatMap((noted): NotedPause[] => {
    const acknowledged = sent.find(({ name }) => name === noted.name)
    if (acknowledged === undefined) return [noted]
    return acknowledged.to === noted.to ? [] : [{ ...noted, isKnown: true }]
  })
  return withUntold(clock, untold)
}

/** Removes pauses that the server does not count. Its clock kept running, and its next reply has the deadlines. */
export function dropPauses<Clock extends PausableClock>(clock: Clock, refused: readonly NotedPause[]): Clock {
  const { pauses } = clock
  if (pauses === undefined) return clock
  const isRefused = (name: string | undefined) => refused.some((one) => one.name === name)
  const untold = pauses.untold.filter(({ name }) => !isRefused(name))
  return { ...clock, pauses: { ...pauses, untold, current: isRefused(pauses.current?.name) ? null : pauses.current } }
}

function begun<Clock extends PausableClock>(clock: Clock, { name, cause, from }: NotedPause): Clock {
  const pauses = clock.pauses!
  const current = { name, cause, since: from, until: from + pauses.leftMs }
  return moved({ ...clock, pauses: { ...pauses, current, left: pauses.left - 1 } }, pauses.leftMs)
}

function ended<Clock extends PausableClock>(clock: Clock, to: number): Clock {
  const pauses = clock.pauses!
  const unused = Math.max(0, pauses.current!.until - to)
  return moved({ ...clock, pauses: { ...pauses, current: null, leftMs: unused } }, -unused)
}

function moved<Clock extends PausableClock>(clock: Clock, milliseconds: number): Clock {
  const later = (at: number | null) => (at === null ? null : at + milliseconds)
  return { ...clock, deadlineAt: later(clock.deadlineAt), lateUntil: later(clock.lateUntil) }
}

function withUntold<Clock extends PausableClock>(clock: Clock, untold: readonly NotedPause[]): Clock {
  return { ...clock, pauses: { ...clock.pauses!, untold } }
}
