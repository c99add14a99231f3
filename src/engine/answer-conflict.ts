import { isLater } from '#contract/answer-merge.ts'
import type { AnswerValue } from '#contract/question.ts'
import type { AnswerBook, AnswerEntry } from './answer-book.ts'

/** Two answers to one question, from two devices of one person; null where a device cleared its answer. */
export interface AnswerConflict {
  readonly here: AnswerValue | null
  readonly there: AnswerValue | null
}

/**
 * Whether another device's answer holds in place of this one's. No rule can know which of them is meant, so the person is
 * asked. It ends with any answer that is given here afterwards: that one is later than both.
 */
export function conflictOn(book: AnswerBook, questionId: string): AnswerConflict | null {
  const entry = book.entries.get(questionId)
  return entry === undefined ? null : conflictIn(entry, book.deviceId)
}

/** The questions on which the person is to be asked. */
export function conflictsIn(book: AnswerBook): string[] {
  return [...book.entries].filter(([, entry]) => conflictIn(entry, book.deviceId) !== null).map(([id]) => id)
}

function conflictIn({ own, seen }: AnswerEntry, deviceId: string): AnswerConflict | null {
  if (own === null || seen === null || seen.device_id === deviceId || !isLater(seen, own)) return null
  return isSameAnswer(own.value, seen.value) ? null : { here: own.value, there: seen.value }
}

/** Several options are one answer in whatever order they were chosen. */
function isSameAnswer(a: AnswerValue | null, b: AnswerValue | null): boolean {
  if (a === null || b === null) return a === b
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  const [chosen, other] = [new Set(a), new Set(b)]
  return chosen.size === other.size && [...chosen].every((id) => other.has(id))
}
