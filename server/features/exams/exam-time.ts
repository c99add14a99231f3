/** When a pause was, in milliseconds since 1970: its end may lie ahead. */
export interface Span {
  from: number
  to: number
}

/**
 * The exam's time at a moment of the wall clock, both in milliseconds: the pauses before that moment are not counted. Between two of
 * its results lies the time that the exam ran; without pauses it is the moment itself. Everything that measures an exam goes by
 * it; deadlines need not, for a pause moves them (decision 0133).
 */
export function examTimeAt(pauses: readonly Span[], at: Date | number): number {
  const moment = +at
  return pauses.reduce((time, { from, to }) => time - Math.max(0, Math.min(moment, to) - from), moment)
}
