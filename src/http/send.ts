import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import type { Reply } from './reply.ts'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Send without the Bearer: the ticket in the body is the whole authority, and somebody else may be signed in. */
  readonly asTicketHolder?: boolean
}

/** Sends one call and resolves with its outcome; never rejects. The window's knows the session, the worker's does not. */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: SendOptions,
) => Promise<Reply<EndpointReply<E>>>

/** One try is given up after this long and made again later, without a message (S7.04). */
export const tryTimeoutMs = 15_000

/** No try is waited for longer than this, however slow the network is; the server gives such a body longer (`body-clock.ts`). */
export const longestTryMs = 120_000

/**
 * How long a try that brings this body may take: a second more for each thousand bytes, and twice as long for each try before it
 * (`slowTries`) that a slow network has not carried through in its time. Milliseconds.
 */
export function tryTimeoutFor(body: unknown, slowTries = 0): number {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length
  return Math.min((tryTimeoutMs + bytes) * 2 ** Math.min(slowTries, 10), longestTryMs)
}
