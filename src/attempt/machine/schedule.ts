/** How often the building of a paper is asked about before the exam gives up (S9.01). */
export const buildAsks = 90
/** How often the grading is asked about (S9.02). */
export const resultAsks = 60

/** Between a reply and the next ask about the grading (S9.02). */
const resultPollMs = 2000
/** Up to this ask, `expired` and a refusal without a code are forgiven. The number of such replies does not matter (S4.11). */
const forgivenAsks = 5
/** A page whose timers slept longer than this asks immediately when it wakes. */
const longSleepMs = 30_000

/** Milliseconds to wait before ask `n` (the first is 1): 1000, 1500, 2000 … 5000, 5000 (S9.01). */
export function buildPollDelay(n: number): number {
  return Math.min(1000 + 500 * (n - 1), 5000)
}

export function resultsPollDelay(): number {
  return resultPollMs
}

/** The N of "Exam building timeout after N seconds": the specification's 3 × attempts, not the time that really passed. */
export function buildTimeoutSeconds(asks: number = buildAsks): number {
  return 3 * asks
}

/** The N of "Results processing timeout after N seconds". */
export function resultsTimeoutSeconds(asks: number = resultAsks): number {
  return (asks * resultPollMs) / 1000
}

/** Whether an `expired`, or a refusal that may be a gateway's, is worth another ask after ask `n`. */
export function isForgiven(n: number): boolean {
  return n <= forgivenAsks
}

/** Whether the last ask ended so long ago that a page which wakes up asks immediately. Milliseconds. */
export function hasSleptThrough(lastAskEndedAt: number, now: number): boolean {
  return now - lastAskEndedAt > longSleepMs
}
