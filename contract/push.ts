import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Done, ours } from './scalars.ts'

/** The kinds of push messages that a browser may get while the site is closed. */
export const pushKinds = ['result-ready', 'access-ending', 'exam-running', 'answers-delivered'] as const
export type PushKind = (typeof pushKinds)[number]

/** The mailbox of a browser at its push service (RFC 8030), with the keys that seal its messages (RFC 8291), base64url. */
const Mailbox = {
  endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
}

/**
 * The number of a change to this browser's subscription. It rises within a session, and the server ignores a change that
 * comes later with a smaller number. A client that sends no number is always obeyed.
 */
const Change = z.optional(z.int().check(z.nonnegative()))

const Kinds = z.array(z.enum(pushKinds)).check(z.maxLength(pushKinds.length))

export const readPushes = endpoint({
  name: 'readPushes',
  method: 'GET',
  path: '/api/push/',
  auth: 'bearer',
  summary: 'The key for subscriptions to push messages (RFC 8292), and the caller’s subscriptions with their kinds',
  response: z.object({
    public_key: z.string(),
    /** The greatest number that this session has sent; null if none. */
    last_change: ours(z.number()),
    subscriptions: z.array(z.object({ endpoint: z.string(), kinds: z.array(z.string()) })),
  }),
})

export const subscribeToPushes = endpoint({
  name: 'subscribeToPushes',
  method: 'PUT',
  path: '/api/push/subscription/',
  auth: 'bearer',
  summary: 'Subscribe this browser to kinds of push messages while the session lasts; ten subscriptions a person',
  body: z.object({ ...Mailbox, kinds: Kinds, public_key: z.string().check(z.maxLength(200)), change: Change }),
  response: Done,
})

export const unsubscribeFromPushes = endpoint({
  name: 'unsubscribeFromPushes',
  method: 'POST',
  path: '/api/push/unsubscribe/',
  auth: 'bearer',
  summary: 'Tell this browser nothing any more',
  repeatable: true,
  body: z.object({ endpoint: Mailbox.endpoint, change: Change }),
  response: Done,
})

export const renewPushSubscription = endpoint({
  name: 'renewPushSubscription',
  method: 'POST',
  path: '/api/push/renew/',
  auth: 'none',
  summary:
    'The push service gave this browser another mailbox: whoever knows the address and the secret of the old one moves it',
  repeatable: true,
  body: z.object({
    ...Mailbox,
    old: z.object({ endpoint: Mailbox.endpoint, auth: Mailbox.auth }),
    public_key: z.string().check(z.maxLength(200)),
  }),
  response: Done,
})

/** A push message, sealed on its way to the worker. The worker shows it only to the account `to`, which it is about. */
export interface PushMessage {
  to: string
  kind: PushKind
  title: string
  body: string
  path: string
  /** The attempt that it is about, if any. */
  attempt?: string
  /** When the thing that it announces ends (ISO 8601). The worker shows how long that is from now. */
  until?: string
}
