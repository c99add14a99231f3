import { tooMany } from './entrance.ts'
import { Line, type LineLimits } from './line.ts'

/**
 * One call for each reserved connection, so the others wait here, in turns. A school of 500 that submits together has room. A
 * call waits longer than its client, so none is refused while the process and the database live.
 */
export const reservedLane: LineLimits = { atOnce: 6, waiting: 3000, timeoutMs: 30_000 }

/**
 * For calls, pages and files that neither open anything nor bring answers. Eight are fewer than the 12 connections of the pool,
 * and few enough that no call runs among many. A school of 500 that opens a page together has room. 4,000 calls that waited on
 * connections of their own took 13 kB of memory each (Node 20.20, 2026-11-28).
 */
const ordinaryLane: LineLimits = { atOnce: 8, waiting: 9000, timeoutMs: 20_000 }

/** The lines of calls that open nothing. Each throws 503 `overloaded` with Retry-After if it is full or the wait is too long. */
export type Lanes = Record<'ordinary' | 'reserved', Line>

/** @param factor multiplies how many calls may wait */
export function createLanes(factor: number): Lanes {
  const laneOf = (limits: LineLimits) => new Line({ ...limits, waiting: Math.ceil(limits.waiting * factor) }, tooMany)
  return { ordinary: laneOf(ordinaryLane), reserved: laneOf(reservedLane) }
}
