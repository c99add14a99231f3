import type { SubmissionRow } from '../machine/rows.ts'

const baseMs = 1_000
const capMs = 15_000
/** No planned try is further away than this. */
const hiddenCapMs = 60_000
/** A longer pause that the server asks for counts as a mistake, and is cut to this. */
const longestPauseMs = 3_600_000

/** Milliseconds until the next try: 15 s at most, 60 s while nobody looks. Full jitter spreads clients that failed together. */
export function backOff(tries: number, random: () => number, hidden = false): number {
  const ceiling = Math.min(hidden ? hiddenCapMs : capMs, baseMs * 2 ** Math.min(tries, 10))
  return Math.round(random() * ceiling)
}

/** The pause in ms that the server asked for, one hour at most; 0 when it asked for none. */
export function askedPause(retryAfter: number | null): number {
  return Math.min(Math.max(retryAfter ?? 0, 0), longestPauseMs)
}

/** Whether a submission may be tried now. `wakeUp` skips the planned time, never the server's pause. Ms since 1970. */
export function isDue(row: Pick<SubmissionRow, 'nextTryAt' | 'notBefore'>, now: number, wakeUp: boolean): boolean {
  return !isPaused(row.notBefore, now) && (wakeUp || !isAhead(row.nextTryAt, now, hiddenCapMs))
}

/** Whether the pause that ends at this moment still lasts. Milliseconds since 1970. */
export function isPaused(until: number, now: number): boolean {
  return isAhead(until, now, longestPauseMs)
}

/** Whether a moment is ahead. One beyond any plan was written by a clock that was put back: waiting could take days. */
function isAhead(moment: number, now: number, furthest: number): boolean {
  return moment > now && moment - now <= furthest
}
