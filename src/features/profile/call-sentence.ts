import { isAbsent } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { profileTexts } from '../../messages/profile.ts'

/** The sentence for a failed call of our own; on a server without that call, that the feature is not there. */
export function callSentence(error: unknown, fallback: string): string {
  return isAbsent(error) ? profileTexts.absent : failureSentence(error, fallback)
}
