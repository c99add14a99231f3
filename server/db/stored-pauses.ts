import type { TimelinePause } from '#contract/attempt-timeline.ts'
import type { attemptPauses } from './schema/attempts.ts'

export type PauseRow = typeof attemptPauses.$inferSelect
export interface Pause {
  /** Milliseconds since 1970. The end of a running pause may lie ahead. */
  from: number
  to: number
  begun: PauseRow
  /** Null while the pause runs. */
  ended: PauseRow | null
}

/** The pauses of one attempt, in order. */
export function pausesOf(rows: readonly PauseRow[]): Pause[] {
  const endings = new Map(rows.filter(({ what }) => what === 'ended').map((row) => [row.place, row]))
  return rows
    .filter(({ what }) => what === 'begun')
    .toSorted((one, other) => one.place - other.place)
    .map((begun) => {
      const ended = endings.get(begun.place) ?? null
      return { begun, ended, from: +begun.at, to: ended === null ? +begun.at + begun.milliseconds : +ended.at }
    })
}

export function asTimelinePause({ begun, ended }: Pause): TimelinePause {
  return {
    cause: begun.reason,
    began_at: begun.at.toISOString(),
    ended_at: ended?.at.toISOString() ?? null,
    ended_by: ended?.reason ?? null,
    granted_ms: begun.milliseconds,
  }
}
