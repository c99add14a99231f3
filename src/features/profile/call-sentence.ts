import { isAbsent } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { profileTexts } from '../../messages/profile.ts'

/** The sentence for a failed call of our own. For a server without that call it says that the feature is missing. */
export function callSentence(error: unknown, fallback: string): string {
  return isAbsent(error) ? profileTexts.absent : failureSentence(error, fallback)
}
