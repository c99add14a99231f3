import type { SubmissionRow } from '../machine/rows.ts'

const baseMs = 1_000
const capMs = 15_000
/** No planned try is further away than this. */
const hiddenCapMs = 60_000
/** A server that asks for a longer pause than this is misunderstood rather than obeyed. */
const longestPauseMs = 3_600_000

/**
 * Milliseconds until the next try after `tries` failed ones: full jitter, so that clients that lost the server together
 * do not come back together. At most 15 s, 60 s while nobody looks.
 */
export function backOff(tries: number, random: () => number, hidden = false): number {
  const ceiling = Math.min(hidden ? hiddenCapMs : capMs, baseMs * 2 ** Math.min(tries, 10))
  return Math.round(random() * ceiling)
}

/** The pause that the server asked for, within reason; 0 when it asked for none. */
export function askedPause(retryAfter: number | null): number {
  return Math.min(Math.max(retryAfter ?? 0, 0), longestPauseMs)
}

/**
 * Whether a submission may be tried now. `wakeUp` does not wait for the planned try; a pause that the server asked for
 * holds anyway. Milliseconds since 1970.
 */
export function isDue(row: Pick<SubmissionRow, 'nextTryAt' | 'notBefore'>, now: number, wakeUp: boolean): boolean {
  return !isPaused(row.notBefore, now) && (wakeUp || !isAhead(row.nextTryAt, now, hiddenCapMs))
}

/** Whether the pause that ends at this moment still lasts. Milliseconds since 1970. */
export function isPaused(until: number, now: number): boolean {
  return isAhead(until, now, longestPauseMs)
}

/**
 * A moment further ahead than any plan reaches was written by a clock that has been put back since: waiting for it could take
 * days.
 */
function isAhead(moment: number, now: number, furthest: number): boolean {
  return moment > now && moment - now <= furthest
}
