import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { noteOf } from './note.ts'
import { feedbackMinLength } from './text-limits.ts'
import { Done } from './scalars.ts'

export const appealTypes = ['general', 'authorized_user_appeal', 'unauthorized_user_appeal'] as const

export const FeedbackBody = z.object({
  email: Email,
  message: noteOf(feedbackMinLength, 5000),
  type_of_appeal: z.optional(z.enum(appealTypes)),
})

export const sendFeedback = endpoint({
  name: 'sendFeedback',
  method: 'POST',
  path: '/api/feedback/',
  auth: 'optional',
  summary: 'Write to us',
  body: FeedbackBody,
  response: Done,
})
