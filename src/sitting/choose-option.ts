import type { AnswerValue, Question } from '#contract/question.ts'

/** The ids of the chosen options. */
export function chosenOptions(value: AnswerValue | null): readonly string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

/** The answer after an option was pressed: the one chosen, or one more or fewer of several, in the question's order. */
export function chooseOption(question: Question, value: AnswerValue | null, optionId: string): AnswerValue | null {
  if (question.kind === 'single') return optionId
  const chosen = new Set(chosenOptions(value))
  if (!chosen.delete(optionId)) chosen.add(optionId)
  const ids = (question.options ?? []).map((option) => option.id).filter((id) => chosen.has(id))
  return ids.length === 0 ? null : ids
}
