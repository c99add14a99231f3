import { ApiError } from '../../http/api-error.ts'
import { feedbackMessages } from '../../messages/feedback-messages.ts'

/** What a person reads when the form was not sent: the server's message, else what is known of the failure (S8.22). */
export function feedbackSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'contract') return feedbackMessages.feedbackFailed
  if (error.kind === 'network') return feedbackMessages.feedbackNetwork
  return error.detail ?? feedbackMessages.feedbackServerFailed
}
