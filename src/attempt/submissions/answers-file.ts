import * as z from 'zod/mini'
import { RecoveryBody } from '#contract/exam-recovery.ts'
import { Id } from '#contract/scalars.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { SubmissionBody } from '../machine/rows.ts'

/** One attempt's answers, to be downloaded as a file. */
export interface OwnAnswers {
  readonly title: string
  readonly purchaseId: string
  /** null: a server that knows no attempts, which cannot take the file back either. */
  readonly attemptId: string | null
  readonly body: SubmissionBody
}

const fileFormat = 1

/** The text of the file: all that was to be sent except the ticket, for a file is passed on more easily than a browser. */
export function writeAnswersFile({ title, purchaseId, attemptId, body }: OwnAnswers): string {
  const { ticket: _, ...submit } = body
  const head = { format: fileFormat, title, purchase_id: purchaseId, attempt_id: attemptId }
  return JSON.stringify({ ...head, ...submit }, null, 2)
}

const AnswersFile = z.extend(RecoveryBody, {
  format: z.literal(fileFormat),
  title: z.optional(z.string()),
  purchase_id: Id,
})
export type AnswersFile = z.output<typeof AnswersFile>

/** The file as it can be submitted, or null when it is no file of ours, or a damaged one. */
export function readAnswersFile(text: string): AnswersFile | null {
  try {
    const parsed = z.safeParse(AnswersFile, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function downloadAnswers(answers: OwnAnswers): void {
  const name = `vidpovidi-${answers.attemptId ?? 'ekzamen'}.json`
  saveFile(new File([writeAnswersFile(answers)], name, { type: 'application/json' }), true)
}
