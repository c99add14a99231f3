/**
 * The outcome of one call, failures included: to a poll, an autosave and a submission a failure is not an exception but
 * one of the things that happen, each with its own rule.
 */
export type Reply<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | Refusal
  /** A page in place of JSON, or JSON that the contract does not know. `status` is the HTTP status it came with. */
  | { readonly kind: 'unreadable'; readonly form: 'html' | 'unknown'; readonly status: number }
  /** No reply, or one that broke off, or none within the time that the sender gave it. */
  | { readonly kind: 'silence' }

/** The server said no, in JSON. */
export interface Refusal {
  readonly kind: 'refused'
  readonly status: number
  /** The failure's stable name; '' from a server that gives none. */
  readonly code: string
  /** The server's own sentence; '' when it gave none. */
  readonly message: string
  /** Where a result that exists already can be seen. */
  readonly resultUrl: string | null
  /** Milliseconds that the server asked to wait (Retry-After); null when it did not. */
  readonly retryAfter: number | null
}

/**
 * The call was lost on the way or the server has no time for it now: the same call may work in a moment. A page in
 * place of JSON is always that (a proxy's, a portal's), whatever status it carries.
 */
export function isPassing(reply: Reply<unknown>): boolean {
  if (reply.kind === 'refused') return isPassingStatus(reply.status)
  return reply.kind !== 'answered'
}

/** HTTP statuses after which the same call may succeed: the session can be renewed, the server can recover. */
export function isPassingStatus(status: number): boolean {
  return status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * A page came in place of JSON, and once more when it was asked past (S7.03): an error that is said (S8.10). With 404 it is
 * how another server says that there is nothing yet.
 */
export function isPageInPlace(reply: Reply<unknown>): boolean {
  return reply.kind === 'unreadable' && reply.form === 'html' && reply.status !== 404
}

/**
 * A call that was given up before it was through: by its sender, or by the server or a proxy that cuts what lasts too
 * long (408, or a connection that breaks off). `hasLasted`: whether it has lasted as long as a try of little may.
 */
export function isCut(reply: Reply<unknown>, hasLasted: boolean): boolean {
  if (reply.kind === 'silence') return hasLasted
  return reply.kind !== 'answered' && reply.status === 408
}

/** Not there (yet); another server says it with an HTML page. */
export function isMissingReply(reply: Reply<unknown>): boolean {
  return (reply.kind === 'refused' || reply.kind === 'unreadable') && reply.status === 404
}
