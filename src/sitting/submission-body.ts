import { type AnswerBook, mergedAnswers, ownEvents } from '../engine/answer-book.ts'
import type { Step } from '#contract/timing.ts'
import type { ExamFrame } from '../engine/paper.ts'
import type { SubmissionBody } from '../storage/exam-rows.ts'

/** The bytes that hand an exam in: the specification's `answers`, and for a server that knows attempts the rest. */
export function submissionBody(frame: ExamFrame, book: AnswerBook, timing: readonly Step[] = []): SubmissionBody {
  const answers = mergedAnswers(book)
  if (frame.submissionKey === null || frame.ticket === null) return { answers }
  const body = { answers, submission_key: frame.submissionKey, ticket: frame.ticket, events: ownEvents(book) }
  return timing.length > 0 ? { ...body, timing: [...timing] } : body
}
