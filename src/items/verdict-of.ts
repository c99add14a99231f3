import type { AnswerValue, Option } from '#contract/question.ts'
import { exampleTexts } from '../messages/examples.ts'

/** An answer as the ids or texts that it is made of; none of nothing. */
export function listed(value: AnswerValue | null): string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

/** How an option is marked once `right` is known; null before, and for one that was rightly left. */
export function verdictOf(option: Option, chosen: readonly string[], right: AnswerValue | null) {
  if (right === null) return null
  if (listed(right).includes(option.id)) return { verdict: 'right', verdictText: exampleTexts.markRight } as const
  if (chosen.includes(option.id)) return { verdict: 'wrong', verdictText: exampleTexts.markWrong } as const
  return null
}
