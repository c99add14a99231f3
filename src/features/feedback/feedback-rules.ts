import * as z from 'zod/mini'
import { type appealTypes, FeedbackBody } from '#contract/feedback.ts'
import { ApiError } from '../../http/api-error.ts'
import { feedbackMessages, feedbackTexts } from '../../messages/feedback.ts'
import { emailNotLatin } from '../../messages/not-latin.ts'
import type { User } from '../../session/session-state.ts'
import { formResolver, isBlank } from '../../ui/form.ts'

export type AppealType = (typeof appealTypes)[number]

export interface FeedbackValues {
  email: string
  message: string
  type_of_appeal: AppealType
}

/** The defaults: e-mail and a user's appeal for a signed-in person, a guest's appeal for a guest (S1.07). */
export function feedbackDefaults(user: User | null): FeedbackValues {
  const type_of_appeal = user === null ? 'unauthorized_user_appeal' : 'authorized_user_appeal'
  return { email: user?.email ?? '', message: '', type_of_appeal }
}

/** The choices of a person: nobody can write as the other kind. */
export function appealChoices({ type_of_appeal }: FeedbackValues): { value: AppealType; label: string }[] {
  return [type_of_appeal, 'general' as const].map((value) => ({ value, label: feedbackTexts.types[value] }))
}

export const feedbackResolver = formResolver<FeedbackValues>(
  z.required(FeedbackBody) as unknown as z.ZodMiniType<FeedbackValues, FeedbackValues>,
  {
    email: (value) =>
      isBlank(value)
        ? feedbackMessages.feedbackEmailRequired
        : (emailNotLatin(value) ?? feedbackMessages.feedbackEmailInvalid),
    message: (value, { code }) => {
      if (isBlank(value)) return feedbackMessages.feedbackMessageRequired
      return code === 'too_big' ? feedbackTexts.messageTooLong : feedbackMessages.feedbackMessageTooShort
    },
  },
)

/** The sentence for a form that was not sent: the server's message, else one for the kind of failure (S8.22). */
export function feedbackSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'contract') return feedbackMessages.feedbackFailed
  if (error.kind === 'network') return feedbackMessages.feedbackNetwork
  return error.detail ?? feedbackMessages.feedbackServerFailed
}
