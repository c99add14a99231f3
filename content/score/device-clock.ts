import type { Step, Timing } from '#contract/timing.ts'
import { greatestByChance, probabilityOfAtLeast } from './chance.ts'
import { type Arrival, type Judged, readingTime } from './rapid-guessing.ts'

/** Steps of the submitting device. `until`: later answers are not judged by speed; in ms since the paper was given out. */
export type DeviceClock = { steps: Timing; until: number }

/** An answered question by the device's clock. `before`: ms on the screen before its first answer. */
type Timed = { answer: Judged; before: number }

/** What the device's clock says: the number of answers that came faster than they can be read, and the hasty end, if any. */
export type Pace = { rapid: number; hasty: { count: number; seconds: number } | null }

/** A person who thinks about each question never answers a whole run of them as fast as this, in ms. */
const hastyWithin = 10_000
/** Fewer in a run say nothing: easy questions are quick, and so few answers may be right by chance or not. */
const fewestInRun = 8

/**
 * Judges the pace of a paper by the device's own clock, which no network delays. Speed alone proves nothing: a person who
 * enters answers from a sheet of paper is quick, too. So only runs of hasty answers count that are no better than chance.
 * `judged` has the answered questions by their places.
 *
 * With answers from two devices the clock says nothing: the submitting device does not know what was read on the other.
 */
export function paceByClock(
  { steps, until }: DeviceClock,
  arrivals: readonly Arrival[],
  judged: ReadonlyMap<number, Judged & { question_id: string }>,
): Pace {
  if (new Set(arrivals.map(({ device_id }) => device_id)).size > 1) return { rapid: 0, hasty: null }
  const limit = until - originOf(steps, arrivals, judged)
  const timed = [...firstAnswers(steps)].flatMap(([place, { before, at }]) => {
    const answer = judged.get(place)
    return answer === undefined || at >= limit ? [] : [{ answer, before }]
  })
  const runs = hastyRuns(timed).filter((run) => run.length >= fewestInRun && isByChance(run))
  const last = runs.at(-1)
  return {
    rapid: runs.flat().filter(({ answer, before }) => before < readingTime(answer)).length,
    hasty:
      last !== undefined && last.at(-1) === timed.at(-1)
        ? { count: last.length, seconds: Math.max(1, Math.round(meanOf(last) / 1000)) }
        : null,
  }
}

/** Runs of answers that were given in haste one after another. A slow answer begins a new run. */
function hastyRuns(timed: readonly Timed[]): Timed[][] {
  const runs: Timed[][] = [[]]
  for (const each of timed) {
    if (each.before < hastyWithin) runs.at(-1)!.push(each)
    else runs.push([])
  }
  return runs
}

/**
 * The first answer to each question, by place and in order: when (`at`), and how long the question had been on the screen
 * until then, over all visits (`before`). If the page was opened again on it, nobody knows, and `before` is infinite.
 */
function firstAnswers(steps: Timing): Map<number, { before: number; at: number }> {
  const shown = new Map<number, number>()
  const answered = new Map<number, { before: number; at: number }>()
  let last: Step | undefined
  for (const step of steps) {
    const lasted = step.what === 'resumed' ? Number.POSITIVE_INFINITY : step.at - (last?.at ?? step.at)
    const place = last?.place ?? step.place
    shown.set(place, (shown.get(place) ?? 0) + lasted)
    if (step.what === 'answered' && !answered.has(step.place))
      answered.set(step.place, { before: shown.get(step.place) ?? 0, at: step.at })
    last = step
  }
  return answered
}

/**
 * The latest time at which the device can have first shown the paper, in ms since it was given out. No answer reaches the
 * server before it is given, so each arrival is an upper bound.
 */
function originOf(
  steps: Timing,
  arrivals: readonly Arrival[],
  judged: ReadonlyMap<number, { question_id: string }>,
): number {
  const arrivedAt = new Map(arrivals.map(({ question_id, at }) => [question_id, at]))
  const latest = [...firstAnswers(steps)].flatMap(([place, { at }]) => {
    const arrived = arrivedAt.get(judged.get(place)?.question_id ?? '')
    return arrived === undefined ? [] : [arrived - at]
  })
  return latest.length === 0 ? 0 : Math.max(0, Math.min(...latest))
}

function isByChance(timed: readonly Timed[]): boolean {
  const right = timed.filter(({ answer }) => answer.right).length
  return (
    probabilityOfAtLeast(
      right,
      timed.map(({ answer }) => answer.chance),
    ) > greatestByChance
  )
}

const meanOf = (timed: readonly Timed[]) => timed.reduce((sum, { before }) => sum + before, 0) / timed.length
