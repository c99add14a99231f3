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

/** Who is signed in starts with their e-mail and an appeal of a user, a guest with an appeal of a guest (S1.07). */
export function feedbackDefaults(user: User | null): FeedbackValues {
  const type_of_appeal = user === null ? 'unauthorized_user_appeal' : 'authorized_user_appeal'
  return { email: user?.email ?? '', message: '', type_of_appeal }
}

/** What a person may choose between: nobody can write as the other kind. */
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

/** What a person reads when the form was not sent: the server's message, else what is known of the failure (S8.22). */
export function feedbackSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'contract') return feedbackMessages.feedbackFailed
  if (error.kind === 'network') return feedbackMessages.feedbackNetwork
  return error.detail ?? feedbackMessages.feedbackServerFailed
}
