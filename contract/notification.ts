import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Done, Id, Instant, listOf } from './scalars.ts'

export const Notification = z.object({
  id: Id,
  kind: z.nullish(z.string()),
  title: z.string(),
  message: z.string(),
  created_at: z.nullish(Instant),
  read_at: z.nullish(Instant),
  additional_data: z.nullish(
    z.object({
      purchase_pack_id: z.nullish(Id),
      purchase_pack_title: z.nullish(z.string()),
      /** The result that the news is of, by its attempt among all of the purchase. */
      result: z.nullish(z.object({ purchase_id: Id, attempt_id: Id })),
    }),
  ),
})
export type Notification = z.output<typeof Notification>

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications/',
  auth: 'bearer',
  summary: 'My notifications, the newest first',
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  response: z.extend(listOf(Notification), { unread_count: z.number() }),
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read/',
  auth: 'bearer',
  summary: 'Mark notifications as read: these ids, or this one and all before it (until), or all',
  repeatable: true,
  body: z.object({ ids: z.optional(z.array(z.string()).check(z.maxLength(500))), until: z.optional(Id) }),
  response: Done,
})
