import { isAbsent } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { profileTexts } from '../../messages/profile.ts'

/** Why a call of this product failed; on a server that does not have it, that it is not there. */
export function callSentence(error: unknown, fallback: string): string {
  return isAbsent(error) ? profileTexts.absent : failureSentence(error, fallback)
}
