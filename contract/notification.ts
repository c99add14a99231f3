import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Done, Id, Instant, orElse, ours } from './scalars.ts'

/** A person's notification. Another server is sure to send only the id. */
export const Notification = z.object({
  id: Id,
  kind: ours(z.string()),
  title: orElse(z.string(), ''),
  message: orElse(z.string(), ''),
  created_at: ours(Instant),
  read_at: ours(Instant),
  additional_data: ours(
    z.object({
      purchase_pack_id: z.nullish(Id),
      purchase_pack_title: z.nullish(z.string()),
      /** The result that it is about, by its attempt, among all results of the purchase. */
      result: ours(z.object({ purchase_id: Id, attempt_id: Id })),
    }),
  ),
})
export type Notification = z.output<typeof Notification>

/** The specification has no such call. Another server may have one by this name, and need not count unread notifications. */
const NotificationList = z.object({
  count: ours(z.number()),
  next: ours(z.string()),
  previous: ours(z.string()),
  results: z.array(Notification),
  unread_count: ours(z.number()),
})

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications/',
  auth: 'bearer',
  summary: 'My notifications, the newest first',
  query: z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  response: NotificationList,
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read/',
  auth: 'bearer',
  summary:
    'Mark notifications as read: these ids, or this one and all before it (until), or of this attempt’s result, or all',
  repeatable: true,
  body: z.object({
    ids: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500))),
    until: z.optional(Id),
    result: z.optional(Id),
  }),
  response: Done,
})
