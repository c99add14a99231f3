import { mostSteps, type Step } from '#contract/timing.ts'
import type { AttemptRow } from './rows.ts'
import type { DeviceTime } from './clock.ts'
import type { AttemptState } from './state.ts'

/**
 * When which question was shown and answered here, for calibration. Kept in memory, and in the row with the person's place: a
 * page that dies loses at most the time of the last answer. Nothing waits for it or depends on it.
 */
export interface Timing {
  /** The attempt that these steps belong to; another one begins with none. */
  readonly draftId: string | null
  readonly kept: NonNullable<AttemptRow['timing']>
  /** What the monotonic clock showed when the paper was first shown. */
  readonly origin: number
}

export const noTiming: Timing = { draftId: null, kept: { steps: [], wall: 0 }, origin: 0 }

/** Notes that the question at this place was shown or answered now. `row`: the attempt that the page shows. */
export function noteStep(
  timing: Timing,
  row: AttemptRow | null,
  step: Pick<Step, 'what' | 'place'>,
  at: DeviceTime,
): Timing {
  if (row === null || row.mode !== 'exam') return timing
  const begun = row.draftId === timing.draftId ? timing : beginTiming(row, at)
  const last = begun.kept.steps.at(-1)
  const isRepeated = last?.what === step.what && last.place === step.place
  // The question stayed on the screen. An answer that changes right away, as with every typed digit, counts as its last change.
  if (isRepeated && step.what === 'shown') return begun
  const before = isRepeated ? begun.kept.steps.slice(0, -1) : begun.kept.steps
  const elapsed = Math.max(Math.round(at.steady - begun.origin), last?.at ?? 0)
  return withStep({ ...begun, kept: { ...begun.kept, steps: before } }, { ...step, at: elapsed }, at)
}

/** No monotonic clock outlives its page. The wall clock gives the time since its last step, and `resumed` marks that. */
function beginTiming(row: AttemptRow, at: DeviceTime): Timing {
  const { draftId, timing: kept = { steps: [], wall: at.wall } } = row
  const last = kept.steps.at(-1)
  if (last === undefined) return { draftId, kept, origin: at.steady }
  const elapsed = last.at + Math.max(0, Math.round(at.wall - kept.wall))
  const begun = { draftId, kept, origin: at.steady - elapsed }
  return withStep(begun, { what: 'resumed', place: last.place, at: elapsed }, at)
}

function withStep(timing: Timing, step: Step, { wall }: DeviceTime): Timing {
  const { steps } = timing.kept
  return steps.length < mostSteps ? { ...timing, kept: { steps: [...steps, step], wall } } : timing
}

/** Leaves this many milliseconds out of the timing: a pause of the exam. */
export function withoutSpan(timing: Timing, milliseconds: number): Timing {
  const { kept, origin } = timing
  return { ...timing, kept: { ...kept, wall: kept.wall + milliseconds }, origin: origin + milliseconds }
}

/** The change of the row from which a later page continues; empty if nothing was noted of this attempt. */
export function timingOfRow({ draftId, kept }: Timing, row: AttemptRow | null): Pick<AttemptRow, 'timing'> {
  return kept.steps.length > 0 && row?.draftId === draftId ? { timing: kept } : {}
}

/** The steps to send with the submission; the same array as long as nothing new is noted. */
export function stepsOf({ draftId, kept }: Timing, row: AttemptRow | null): readonly Step[] {
  return row !== null && row.draftId !== draftId ? (row.timing?.steps ?? []) : kept.steps
}

/** The place of the question that this change brings on the screen; null for none. */
export function newlyShown(before: AttemptState | null, after: AttemptState): number | null {
  if (after.phase !== 'answering' || after.writer !== 'here') return null
  const stood = before?.phase === 'answering' && before.writer === 'here' && before.position === after.position
  return stood ? null : after.position
}
