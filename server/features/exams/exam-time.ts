/** A pause, in milliseconds since 1970. Its end may lie ahead. */
export interface Span {
  from: number
  to: number
}

/**
 * The exam's time at a moment of the wall clock, both in ms: the moment without the pauses before it. Two results differ by the
 * time that the exam ran. All code that measures an exam uses this. Deadlines do not need it: a pause moves them (decision 0133).
 */
export function examTimeAt(pauses: readonly Span[], at: Date | number): number {
  const moment = +at
  return pauses.reduce((time, { from, to }) => time - Math.max(0, Math.min(moment, to) - from), moment)
}
