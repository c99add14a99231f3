import type { AttemptFailure } from '../../attempt/machine/failures.ts'
import { endingTexts } from '../../messages/exam-endings.ts'
import { htmlInsteadOfData, messages } from '../../messages/messages.ts'
import { testMessages } from '../../messages/test-messages.ts'

/** The specification's sentence for a failure (S8.10), the server's own where it gave one. */
export function examFailureSentence(failure: AttemptFailure): string {
  switch (failure.kind) {
    case 'build-failed':
      return failure.message || testMessages.examBuildingFailed
    case 'build-expired':
      return testMessages.examBuildingExpired
    case 'build-timeout':
      return testMessages.examBuildingTimeout(failure.seconds)
    case 'html':
      return htmlInsteadOfData
    case 'network':
      return messages.network
    case 'refused':
      return failure.message || endingTexts.refusedWithoutReason
    case 'storage':
      return endingTexts.storageFailed
    case 'needs-attention':
      return failure.message || ungradedSentence(failure.code) || endingTexts.attention
  }
}

/** Whether another device of the person has submitted the same attempt with other answers. */
export function isSubmittedElsewhere(failure: AttemptFailure): boolean {
  return failure.kind === 'needs-attention' && failure.code === 'submission_mismatch'
}

/** Whether the server took the submission and failed to grade it. The same bytes may be sent once more. */
export function isUngraded(failure: AttemptFailure): boolean {
  return failure.kind === 'needs-attention' && ungradedSentence(failure.code) !== undefined
}

/** The specification's sentence for the two statuses without a result. */
function ungradedSentence(code: string): string | undefined {
  if (code === 'error') return testMessages.resultsFailed
  return code === 'expired' ? testMessages.resultsExpired : undefined
}

/** Advice in Ukrainian, whatever the language of the sentence above it; null without any. */
export function examFailureAdvice(failure: AttemptFailure): string | null {
  switch (failure.kind) {
    case 'build-failed':
      // Another server's reason may be in any language. The specification's own sentence already has its Ukrainian.
      return failure.message === '' ? endingTexts.startAgain : `${endingTexts.notBuilt} ${endingTexts.startAgain}`
    case 'build-expired':
      return endingTexts.startAgain
    case 'build-timeout':
      return endingTexts.buildTooLong
    case 'network':
      // Without a reply nothing is known: this call, or an earlier one, may have begun the attempt.
      return endingTexts.noReply
    case 'html':
      return endingTexts.portalAdvice
    case 'needs-attention':
      if (isUngraded(failure)) return endingTexts.ungraded
      return isSubmittedElsewhere(failure) ? endingTexts.elsewhere : endingTexts.attention
    case 'refused':
    case 'storage':
      return null
  }
}
