import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import type { Reply } from './reply.ts'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Send without the Bearer: the ticket in the body is the whole authority, and somebody else may be signed in. */
  readonly asTicketHolder?: boolean
}

/** Sends one call and tells what came of it; never rejects. The window's knows the session, the worker's does not. */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: SendOptions,
) => Promise<Reply<EndpointReply<E>>>

/** One try is given up after this long and made again later, without a message (S7.04). Milliseconds. */
export const tryLimit = 15_000
