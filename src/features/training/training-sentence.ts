import type { AttemptFailure } from '../../attempt/machine/failures.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { trainingTexts } from '../../messages/training.ts'

/** The specification's sentence for a failure (S8.04), the server's own where it gave one. */
export function trainingSentence(failure: AttemptFailure): string {
  switch (failure.kind) {
    case 'network':
      return testMessages.testNetwork
    case 'storage':
      return trainingTexts.storageFailed
    case 'refused':
      return failure.message || testMessages.testLoadFailed
    case 'needs-attention':
      return failure.message || testMessages.testSubmitFailed
    default:
      return testMessages.testLoadFailed
  }
}

/** What a person can do about it, in Ukrainian, whatever the language of the sentence above it; null for nothing more. */
export function trainingAdvice({ kind }: AttemptFailure): string | null {
  switch (kind) {
    case 'network':
      return trainingTexts.loadAdvice
    case 'html':
      return trainingTexts.portalAdvice
    case 'needs-attention':
      return trainingTexts.attention
    default:
      return null
  }
}
