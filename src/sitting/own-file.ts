import type { Answering, Submitting } from '../engine/exam-phase.ts'
import type { OwnAnswers } from '../outbox/answers-file.ts'
import { submissionBody } from './submission-body.ts'

/** The answers of a sitting as they would be handed in now, to be kept by the person as a file. */
export function ownFile({ paper, book }: Answering | Submitting, purchaseId: string): OwnAnswers {
  const { frame, test } = paper
  return { title: test?.title ?? '', purchaseId, attemptId: frame.attemptId, body: submissionBody(frame, book) }
}
