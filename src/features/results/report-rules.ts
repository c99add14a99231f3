import * as z from 'zod/mini'
import { pastedNote } from '#contract/pasted-text.ts'
import { reportQuestion } from '#contract/question-report.ts'
import { reportMaxLength } from '#contract/text-limits.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { ApiError, isMissing } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { questionReportTexts as texts } from '../../messages/question-report.ts'

export interface ReportValues {
  /** Of an exam's task, as the choice has it. */
  number: string
  words: string
}

export const reportResolver = formResolver<ReportValues>(
  z.object({ number: z.string(), words: reportQuestion.body.shape.words }),
  { words: (value) => (pastedNote(String(value)).length > reportMaxLength ? texts.tooLong : texts.tooShort) },
)

/** What a person reads when it was not sent: the server's own sentence, else what is known of the failure. */
export function reportSentence(error: unknown): string {
  // A page in the place of JSON: a server that does not know this call.
  if (isMissing(error) && error.detail === undefined) return texts.missing
  return error instanceof ApiError ? failureSentence(error, texts.failed, texts.network) : texts.failed
}
