/** The outcome of one call, failures included: a poll, an autosave and a submission handle each failure by its own rule. */
export type Reply<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | Refusal
  /** An HTML page in place of JSON, or JSON that the contract cannot read, with its HTTP status. */
  | { readonly kind: 'unreadable'; readonly form: 'html' | 'unknown'; readonly status: number }
  /** No reply: none came, it broke off, or it took longer than the sender's limit. */
  | { readonly kind: 'silence' }

export interface Refusal {
  readonly kind: 'refused'
  readonly status: number
  readonly code: string
  readonly message: string
  /** The address of a result that exists already. */
  readonly resultUrl: string | null
  /** The wait that the server asked for, in milliseconds (Retry-After); null if it asked for none. */
  readonly retryAfter: number | null
}

/**
 * Whether the same call may succeed in a moment: it was lost on the way, or the server has no time for it now. A page in place
 * of JSON is always such a failure (a proxy's, a portal's), whatever its status.
 */
export function isPassing(reply: Reply<unknown>): boolean {
  if (reply.kind === 'refused') return isPassingStatus(reply.status)
  return reply.kind !== 'answered'
}

/** HTTP statuses after which the same call may succeed: the session is renewed, or the server recovers. */
export function isPassingStatus(status: number): boolean {
  return status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
}

/** Whether the screen reports a page that came in place of JSON twice (S7.03, S8.10). 404: another server has nothing yet. */
export function isPageInPlace(reply: Reply<unknown>): boolean {
  return reply.kind === 'unreadable' && reply.form === 'html' && reply.status !== 404
}

/**
 * Whether a call was given up before its end: by its sender, or by a server or proxy that cuts long calls (408, or a broken
 * connection). `hasLasted`: it took as long as a try with a small body may take.
 */
export function isCut(reply: Reply<unknown>, hasLasted: boolean): boolean {
  if (reply.kind === 'silence') return hasLasted
  return reply.kind !== 'answered' && reply.status === 408
}

/** Whether the thing is not there (yet); another server may say so with an HTML page. */
export function isMissingReply(reply: Reply<unknown>): boolean {
  return (reply.kind === 'refused' || reply.kind === 'unreadable') && reply.status === 404
}
