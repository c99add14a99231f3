export type AnswerScore = { type: 'right' } | { type: 'wrong' } | { type: 'unanswered' }

export const unanswered: AnswerScore = { type: 'unanswered' }

export function rightIf(condition: boolean): AnswerScore {
  return { type: condition ? 'right' : 'wrong' }
}
