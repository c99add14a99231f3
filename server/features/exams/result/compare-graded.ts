import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Receipt } from '#contract/result.ts'
import { digest } from '../../../config/secrets.ts'
import { canonical } from './acceptance-receipt.ts'
import { mergedAnswers } from '../answers/answer-events.ts'
import type { PaperItem } from '../paper/paper-store.ts'

/**
 * Which copies of a person's answers differ from the acknowledged events. `submission`: what was closed. `receipt`: what the
 * signed receipt names. `grade`: what the result counts. `unreadable`: for a day no release could read what is stored.
 */
export type DifferenceKind = 'submission' | 'receipt' | 'grade' | 'unreadable'

export interface Difference {
  kinds: DifferenceKind[]
  /** In the order of their ids. */
  questionIds: string[]
}

/** Everything that is stored of a closed attempt's answers and of its grade. */
export interface ClosedAnswers {
  /** The winning acknowledged events, one a question. */
  winners: readonly AnswerEvent[]
  submitted: readonly Answer[]
  receipt: string
  /** The newest result with today's keys; null without a result or a paper, or if late answers count in it. */
  graded: { correct: number; total: number; items: readonly PaperItem[] } | null
}

/** Compares the acknowledged events with what was closed, signed and graded; null if all agree. Counts right answers again. */
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

/** The digest in a receipt; null if it cannot be read. People who are shown a receipt check its signature. */
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
