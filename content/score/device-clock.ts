import type { Step, Timing } from '#contract/timing.ts'
import { greatestByChance, probabilityOfAtLeast } from './chance.ts'
import { type Arrival, type Judged, readingTime } from './rapid-guessing.ts'

/**
 * The steps of the device that submitted, and until when answers are judged by their speed, in ms since the paper was given out.
 */
export type DeviceClock = { steps: Timing; until: number }

/** An answered question as the device's clock has it: how long it was on the screen before it was first answered, in ms. */
type Timed = { answer: Judged; before: number }

/** What the device's clock says of a paper: how many answers came faster than they can be read, and its hasty end, if any. */
export type Pace = { rapid: number; hasty: { count: number; seconds: number } | null }

/** Nobody who still thinks about each question answers a whole run of them as fast as this, in ms. */
const hastyWithin = 10_000
/** Fewer in a run say nothing: easy ones are quick, and of a few it cannot be told whether they are right by chance. */
const fewestInRun = 8

/**
 * How a paper was answered by the device's own clock, which no network delays. Speed alone says nothing against anybody: who
 * has read all and enters the answers from a sheet of paper is quick too. So only runs of hasty answers count that are no better
 * than chance. `judged`: the answered questions by their places.
 *
 * The clock is the word of one device: with answers from two it says nothing, for what was read on the other is not known.
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

/** The answers that were given in haste one after another, run by run. */
function hastyRuns(timed: readonly Timed[]): Timed[][] {
  const runs: Timed[][] = [[]]
  for (const each of timed) {
    if (each.before < hastyWithin) runs.at(-1)!.push(each)
    else runs.push([])
  }
  return runs
}

/**
 * By the first answer to each question, in their order: when it was, and how long its question had been on the screen by then,
 * over all visits. Endless where a page was opened again on it: then nobody knows how long.
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
 * When at the latest the device showed the paper first, in ms since it was given out: no answer has reached the server before
 * it was given.
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
