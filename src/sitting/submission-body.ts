import { type AnswerBook, mergedAnswers, ownEvents } from '../engine/answer-book.ts'
import type { ExamFrame } from '../engine/paper.ts'
import type { SubmissionBody } from '../storage/exam-rows.ts'

/** The bytes that hand an exam in: the specification's `answers`, and for a server that knows attempts the rest. */
export function submissionBody(frame: ExamFrame, book: AnswerBook): SubmissionBody {
  const answers = mergedAnswers(book)
  if (frame.submissionKey === null || frame.ticket === null) return { answers }
  return { answers, submission_key: frame.submissionKey, ticket: frame.ticket, events: ownEvents(book) }
}
