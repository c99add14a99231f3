import type { Step } from '#contract/timing.ts'

/**
 * When a question was shown and answered, in milliseconds since the paper was first shown, by the device's own clock; null
 * where the device had said nothing of it.
 */
export interface QuestionVisits {
  first_shown_ms: number | null
  first_answered_ms: number | null
  last_answered_ms: number | null
  /** On the screen in all, as far as a page has seen it: what lies between two pages is left out. */
  shown_for_ms: number | null
  /** Which looks at a question of all in the exam were at this one: 1 and 31 of thirty read in a row, and the first again. */
  visits: readonly number[]
  /** Pages that were reopened in this exam; from there on the times are the wall clock's. Null where nothing is known. */
  resumed: number | null
}

const unknown: QuestionVisits = {
  first_shown_ms: null,
  first_answered_ms: null,
  last_answered_ms: null,
  shown_for_ms: null,
  visits: [],
  resumed: null,
}

/** What the steps of an exam's timing say of the question at each place, from 0. */
export function visitsByPlace(steps: readonly Step[] | null): (place: number) => QuestionVisits {
  if (steps === null) return () => unknown
  const resumed = steps.filter(({ what }) => what === 'resumed').length
  const visits = visitsIn(steps)
  return (place) => {
    const own = visits.filter((visit) => visit.place === place)
    const answered = steps.filter((step) => step.place === place && step.what === 'answered')
    return {
      first_shown_ms: own[0]?.from ?? null,
      first_answered_ms: answered[0]?.at ?? null,
      last_answered_ms: answered.at(-1)?.at ?? null,
      shown_for_ms: own.length === 0 ? null : own.reduce((sum, { from, to }) => sum + to - from, 0),
      visits: [...new Set(own.map(({ number }) => number))],
      resumed,
    }
  }
}

/** A stretch of time in which a question was on the screen. Continuing with it on a new page is the same look at it. */
type Visit = { place: number; number: number; from: number; to: number }

function visitsIn(steps: readonly Step[]): Visit[] {
  const visits: Visit[] = []
  for (const { what, place, at } of steps) {
    const last = visits.at(-1)
    if (last !== undefined && what !== 'resumed') last.to = at
    const isSame = last?.place === place
    if (isSame && what !== 'resumed') continue
    visits.push({ place, number: (last?.number ?? 0) + (isSame ? 0 : 1), from: at, to: at })
  }
  return visits
}
