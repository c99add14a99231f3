import type { AnswerEvent } from '#contract/question.ts'
import type { Told } from '../machine/acknowledged.ts'
import { rowFormat } from '../machine/attempt-row.ts'
import type { Paper } from '../machine/paper.ts'

interface Row {
  readonly format: number
}

export interface PaperRow extends Row {
  readonly draftId: string
  readonly questions: Paper['questions']
  readonly test: Paper['test']
}

/** One question's answer: what was changed here, what the server showed, what it acknowledged. */
export interface AnswerRow extends Row, Told {
  readonly draftId: string
  readonly questionId: string
  readonly seen: AnswerEvent | null
}

export function blankAnswer(draftId: string, questionId: string): AnswerRow {
  return { format: rowFormat, draftId, questionId, own: null, seen: null, mark: null }
}

export interface FactRow extends Row {
  readonly name: string
  readonly value: string
}

export { rowFormat }
export type { SubmissionBody, SubmissionRow, SubmissionRowState } from '../machine/submission-row.ts'
