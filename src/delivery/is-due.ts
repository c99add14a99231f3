import type { OutboxRow } from '../storage/exam-rows.ts'
import { hiddenCap, longestPause } from './back-off.ts'

/**
 * Whether a submission may be tried now. `wakeUp` does not wait for the planned try; a pause that the server asked for
 * holds all the same. A moment further ahead than any plan reaches was written by a clock that has been put back since:
 * waiting for it could take days.
 */
export function isDue(row: Pick<OutboxRow, 'nextTryAt' | 'notBefore'>, now: number, wakeUp: boolean): boolean {
  const isHeld = isAhead(row.notBefore, now, longestPause)
  return !isHeld && (wakeUp || !isAhead(row.nextTryAt, now, hiddenCap))
}

function isAhead(moment: number, now: number, furthest: number): boolean {
  return moment > now && moment - now <= furthest
}
