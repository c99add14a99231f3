import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import type { Reply } from './reply.ts'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Sends no Bearer: the ticket in the body is the whole authority, and another person may be signed in. */
  readonly asTicketHolder?: boolean
}

/** Sends one call and resolves with its outcome; never rejects. The window's sender knows the session, the worker's does not. */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: SendOptions,
) => Promise<Reply<EndpointReply<E>>>

/** A try is given up after this time and repeated later, without a message (S7.04). Milliseconds. */
export const tryTimeoutMs = 15_000

/** The longest try, however slow the network is; the server gives such a body longer (`body-clock.ts`). Milliseconds. */
export const longestTryMs = 120_000

/**
 * The time limit of a try with this body, in milliseconds: one second more for each 1,000 bytes, and doubled for each earlier
 * try that a slow network did not finish in time (`slowTries`).
 */
export function tryTimeoutFor(body: unknown, slowTries = 0): number {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length
  return Math.min((tryTimeoutMs + bytes) * 2 ** Math.min(slowTries, 10), longestTryMs)
}
