import { mostSteps, type Timing } from '#contract/timing.ts'

/**
 * For how many seconds each question was on the screen of the device that submitted, by its place in the paper; null where
 * it never was. From a question's showing to the next thing that was noted: what lies before a page was opened again, and
 * after the last thing noted, belongs to no question. Null altogether where the list of steps was full, for the rest is unknown.
 */
export function questionTimes(steps: Timing, total: number): (number | null)[] | null {
  if (steps.length === 0 || steps.length >= mostSteps) return null
  const milliseconds: (number | null)[] = Array.from({ length: total }, () => null)
  for (const [i, { place, at }] of steps.entries()) {
    const next = steps[i + 1]
    if (place >= total) return null
    const until = next === undefined || next.what === 'resumed' ? at : next.at
    milliseconds[place] = (milliseconds[place] ?? 0) + until - at
  }
  return milliseconds.map((sum) => (sum === null ? null : Math.round(sum / 1000)))
}
