import { tooMany } from './entrance.ts'
import { Line, type LineLimits } from './line.ts'

/**
 * As many at once as there are reserved connections, so that calls wait here, in turns. Of a school of 500 that submits together
 * everybody has a place. The wait is longer than a client's, so that nobody is refused for it while the process and the
 * database live.
 */
export const reservedLane: LineLimits = { atOnce: 6, waiting: 3000, timeoutMs: 30_000 }

/**
 * For what neither opens anything nor brings answers: calls, pages, files. Fewer than the pool has connections, and few enough that
 * nobody's call is served among many others'. A school of 500 that opens a page together has room, which makes the numbers
 * large: of 4,000 calls that waited on connections of their own each took 13 kB of memory (Node 20.20, 2026-11-28).
 */
const ordinaryLane: LineLimits = { atOnce: 8, waiting: 9000, timeoutMs: 20_000 }

/** Where calls wait that open nothing. Each throws 503 `overloaded` with Retry-After where too many wait, or too long. */
export type Lanes = Record<'ordinary' | 'reserved', Line>

/** @param factor multiplies how many wait, as it does all limits */
export function createLanes(factor: number): Lanes {
  const laneOf = (limits: LineLimits) => new Line({ ...limits, waiting: Math.ceil(limits.waiting * factor) }, tooMany)
  return { ordinary: laneOf(ordinaryLane), reserved: laneOf(reservedLane) }
}
