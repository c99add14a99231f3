import type { Step } from '#contract/timing.ts'

/** When a question was shown and answered: ms of the device's own clock since the paper was first shown; null if not known. */
export interface QuestionVisits {
  first_shown_ms: number | null
  first_answered_ms: number | null
  last_answered_ms: number | null
  /** Time on the screen in all, as far as pages saw it: the time between two pages is left out. */
  shown_for_ms: number | null
  /** Numbers of its visits among all visits of the exam: 1 and 31 for the first of thirty that is read again at the end. */
  visits: readonly number[]
  /** How often the exam was reopened on a page; after that the times are the wall clock's. Null if nothing is known. */
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

/** Reads an exam's timing: the visits of the question at each place, from 0. */
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

/** A stretch of time in which a question was on the screen. Its continuation on a new page has the same number. */
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
