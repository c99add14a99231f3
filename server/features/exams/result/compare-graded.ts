import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Receipt } from '#contract/result.ts'
import { digest } from '../../../config/secrets.ts'
import { canonical } from './acceptance-receipt.ts'
import { mergedAnswers } from '../answers/answer-events.ts'
import type { PaperItem } from '../paper/paper-store.ts'

/**
 * Which copies of a person's answers differ.
 * `submission`: what was closed is not what holds of the acknowledged events. `receipt`: nor is it what the signed receipt
 * names. `grade`: the result counts other answers than those. `unreadable`: what is stored can be compared by no release that has
 * run for a day.
 */
export type DifferenceKind = 'submission' | 'receipt' | 'grade' | 'unreadable'

export interface Difference {
  kinds: DifferenceKind[]
  /** In the order of their ids. */
  questionIds: string[]
}

/** Everything that is stored of a closed attempt's answers and of its grade. */
export interface ClosedAnswers {
  /** The acknowledged events that hold, one a question. */
  winners: readonly AnswerEvent[]
  submitted: readonly Answer[]
  /** The signed receipt of the submission. */
  receipt: string
  /** The newest version of its result with the paper's keys of today; null while it has none, or where late answers count in it. */
  graded: { correct: number; total: number; items: readonly PaperItem[] } | null
}

/**
 * Compares what the server acknowledged with what it closed, signed and graded; null where all agree. It counts right answers again
 * by the keys, from the acknowledged events alone.
 */
export function compareGraded({ winners, submitted, receipt, graded }: ClosedAnswers): Difference | null {
  const acknowledged = mergedAnswers(winners)
  const questionIds = differing(acknowledged, submitted)
  const kinds: DifferenceKind[] = []
  if (questionIds.length > 0) kinds.push('submission')
  if (digestIn(receipt) !== digest(canonical(acknowledged))) kinds.push('receipt')
  if (graded !== null && !isGradeOf(acknowledged, graded)) kinds.push('grade')
  return kinds.length === 0 ? null : { kinds, questionIds }
}

function differing(some: readonly Answer[], others: readonly Answer[]): string[] {
  const [one, other] = [some, others].map(
    (answers) => new Map(answers.map(({ question_id, value }) => [question_id, JSON.stringify(value)])),
  ) as [Map<string, string>, Map<string, string>]
  const asked = [...new Set([...one.keys(), ...other.keys()])]
  return asked.filter((id) => one.get(id) !== other.get(id)).sort()
}

/** The digest that a receipt names; null where it cannot be read. Its signature is checked by those who are shown it. */
function digestIn(receipt: string): string | null {
  try {
    const payload = Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()
    return (JSON.parse(payload) as Partial<Receipt>).digest ?? null
  } catch {
    return null
  }
}

function isGradeOf(answers: readonly Answer[], { correct, total, items }: NonNullable<ClosedAnswers['graded']>) {
  const values = new Map(answers.map(({ question_id, value }) => [question_id, value]))
  const right = items.filter(
    ({ question, key }) => scoreAnswer(question, values.get(question.id), key).type === 'right',
  )
  return right.length === correct && items.length === total
}
