import type { AnswerValue, Option } from '#contract/question.ts'
import { exampleTexts } from '../messages/examples.ts'

/** An answer as a list of its ids or texts; empty for null. */
export function listed(value: AnswerValue | null): string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

/** The mark of an option once `right` is known; null before, and for a wrong option that was not chosen. */
export function verdictOf(option: Option, chosen: readonly string[], right: AnswerValue | null) {
  if (right === null) return null
  if (listed(right).includes(option.id)) return { verdict: 'right', verdictText: exampleTexts.markRight } as const
  if (chosen.includes(option.id)) return { verdict: 'wrong', verdictText: exampleTexts.markWrong } as const
  return null
}
