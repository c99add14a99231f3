import type { Answering, Submitting } from '../machine/state.ts'
import type { OwnAnswers } from '../answers-file/answers-file.ts'
import { submissionBody } from '../machine/submission.ts'

/** The answers of an attempt as they would be submitted now, to be kept by the person as a file. */
export function ownFile({ paper, answers }: Answering | Submitting, purchaseId: string): OwnAnswers {
  const { attemptInfo, test } = paper
  return {
    title: test?.title ?? '',
    purchaseId,
    attemptId: attemptInfo.attemptId,
    body: submissionBody(attemptInfo, answers),
  }
}
