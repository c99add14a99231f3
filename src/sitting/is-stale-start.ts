import type { AttemptRow } from '../storage/exam-rows.ts'

/** For this long a start that reached nobody is still the wish of whoever pressed. Milliseconds. */
const startHolds = 15 * 60_000

/**
 * Whether a kept start of an exam is too old to be sent without another press. Its key, should no server have seen it, opens
 * an exam: days later, and after the person has sat one on another device, that would begin, and spend, one that nobody asked
 * for. `now` is the device's clock in ms; one that was set back counts like one that went on.
 */
export function isStaleStart({ mode, state, startKey, building, createdAt }: AttemptRow, now: number): boolean {
  if (mode !== 'exam' || state !== 'opening' || startKey === null || building) return false
  return Math.abs(now - createdAt) > startHolds
}
