import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

export const listInbox = staffEndpoint({
  name: 'listInbox',
  method: 'GET',
  path: '/api/admin/messages/',
  access: 'people.read',
  summary: 'Messages to us without their senders: open ones, the oldest first, or ended ones, the newest first',
  query: z.object({ state: z.optional(z.enum(['open', 'ended'])), after: z.optional(z.uuid()) }),
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        /** Its first 120 characters. */
        begins: z.string(),
        type_of_appeal: z.nullable(z.string()),
        created_at: Moment,
      }),
    ),
    next: z.nullable(Id),
  }),
})

export const readMessage = staffEndpoint({
  name: 'readMessage',
  method: 'GET',
  path: '/api/admin/messages/:id/',
  access: 'people.read',
  looksAtPerson: true,
  summary: 'One message with its sender and our answer',
  params: IdParams,
  response: z.object({
    id: Id,
    email: z.string(),
    /** The account in which its sender was signed in; null for a guest. */
    user_id: z.nullable(Id),
    message: z.string(),
    type_of_appeal: z.nullable(z.string()),
    created_at: Moment,
    ended_at: z.nullable(Moment),
    answer: z.nullable(z.string()),
  }),
})

export const answerInboxMessage = staffEndpoint({
  name: 'answerInboxMessage',
  method: 'POST',
  path: '/api/admin/messages/:id/answer/',
  access: 'people.act',
  looksAtPerson: true,
  summary: 'Answer by letter and end it; without an answer it ends silently',
  params: IdParams,
  body: z.object({
    answer: z.nullable(z.string().check(z.trim(), z.minLength(10), z.maxLength(5000))),
    reason: Reason,
  }),
  response: z.object({ act: Act }),
})
