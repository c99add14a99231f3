import { mostSteps, type Step } from '#contract/timing.ts'
import type { AttemptState } from '../machine/state.ts'
import type { AttemptRow } from '../replica/rows.ts'
import type { AttemptPorts } from './ports.ts'
import type { PageAttempt } from './page-attempt.ts'

/**
 * When which question was shown and answered here, for calibration. Kept in memory, and with the place where the person is:
 * a page that dies takes at most the time of the last answer along. Nothing waits for it, and nothing depends on it.
 */
export interface AttemptTiming {
  /** The question at this place is on the screen. */
  readonly shown: (place: number) => void
  readonly answered: (place: number) => void
  /** What a later page of this browser goes on from. */
  readonly kept: () => Pick<AttemptRow, 'timing'>
  /** What goes with the submission; the same steps as long as nothing new is noted. */
  readonly steps: () => readonly Step[]
}

type Kept = NonNullable<AttemptRow['timing']>

export function createAttemptTiming(attempt: Pick<PageAttempt, 'row'>, ports: AttemptPorts): AttemptTiming {
  /** Of which draft the steps are; another attempt begins anew. */
  let draftId: string | null = null
  let kept: Kept = { steps: [], wall: 0 }
  /** The monotonic clock's reading when the paper was first shown. */
  let origin = 0

  function begin(row: AttemptRow): void {
    const { wall, steady } = ports.readDevice()
    draftId = row.draftId
    kept = row.timing ?? { steps: [], wall }
    const last = kept.steps.at(-1)
    if (last === undefined) {
      origin = steady
      return
    }
    // No monotonic clock outlives its page, so the time between is the wall clock's word, and marked as such.
    const at = last.at + Math.max(0, Math.round(wall - kept.wall))
    origin = steady - at
    add({ what: 'resumed', place: last.place, at })
  }

  function add(step: Step): void {
    if (kept.steps.length < mostSteps) kept = { steps: [...kept.steps, step], wall: ports.readDevice().wall }
  }

  function note(what: Step['what'], place: number): void {
    const row = attempt.row()
    if (row === null || ports.mode !== 'exam') return
    if (row.draftId !== draftId) begin(row)
    const last = kept.steps.at(-1)
    const isRepeated = last?.what === what && last.place === place
    // It has been on the screen since. An answer that is changed at once, as by every key of a number, counts as its last change.
    if (isRepeated && what === 'shown') return
    if (isRepeated) kept = { ...kept, steps: kept.steps.slice(0, -1) }
    const at = Math.max(Math.round(ports.readDevice().steady - origin), last?.at ?? 0)
    add({ what, place, at })
  }

  return {
    shown: (place) => note('shown', place),
    answered: (place) => note('answered', place),
    kept: () => (kept.steps.length > 0 && attempt.row()?.draftId === draftId ? { timing: kept } : {}),
    steps: () => {
      const row = attempt.row()
      return row !== null && row.draftId !== draftId ? (row.timing?.steps ?? []) : kept.steps
    },
  }
}

/** Which question comes on the screen by this change; null for none. */
export function newlyShown(before: AttemptState | null, after: AttemptState): number | null {
  if (after.phase !== 'answering' || after.writer !== 'here') return null
  const stood = before?.phase === 'answering' && before.writer === 'here' && before.position === after.position
  return stood ? null : after.position
}
