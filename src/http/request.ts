import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { endpointUrl } from './api-url.ts'
import { hearServerDate } from './server-clock.ts'
import { judge, type RawReply, readRaw } from './read-reply.ts'

export interface RequestOptions {
  /** The access token to send. Without it the call is a guest's. */
  bearer?: string | undefined
  /** An abort rejects with the signal's own reason, not with an ApiError. */
  signal?: AbortSignal | undefined
  /** Milliseconds after which the try counts as one without a reply. No limit by default: people may wait (S7.04). */
  timeout?: number | undefined
  /** Lets the call finish although the page goes away (bodies up to 64 kB). */
  keepalive?: boolean | undefined
}

/**
 * Sends one call of the contract and returns its parsed reply. Throws ApiError for every failure. If a page came in place of
 * JSON, a repeatable call or one with a key is sent once more (S7.03). Knows no session, no screen and no redirect.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: RequestOptions = {},
): Promise<EndpointReply<E>> {
  const send = () => fetchRaw(endpoint, input, options)
  const first = await send()
  const reply = first.form === 'html' && mayRepeat(endpoint, input) ? await send() : first
  return judge(reply, endpoint) as EndpointReply<E>
}

/** Whether the call may be sent twice: with an idempotency key the second one repeats the first. */
function mayRepeat({ repeatable }: Endpoint, { body }: { body?: unknown }): boolean {
  return repeatable || (typeof body === 'object' && body !== null && 'submission_key' in body)
}

/** Sends Authorization and Content-Type only: another server's CORS rules allow no other header. */
async function fetchRaw(
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  { bearer, signal, timeout, keepalive }: RequestOptions,
): Promise<RawReply> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (bearer !== undefined) headers.Authorization = `Bearer ${bearer}`
  const until = endOf(signal, timeout)
  const began = performance.now()
  try {
    const response = await fetch(endpointUrl(endpoint, input as Parameters<typeof endpointUrl>[1]), {
      method: endpoint.method,
      headers,
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
      ...(until === undefined ? {} : { signal: until }),
      ...(keepalive === undefined ? {} : { keepalive }),
    })
    hearServerDate(response.headers, performance.now() - began)
    return await readRaw(response)
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason
    throw new ApiError({ kind: 'network', status_code: 0, cause })
  }
}

function endOf(signal: AbortSignal | undefined, timeout: number | undefined): AbortSignal | undefined {
  if (timeout === undefined) return signal
  const limit = new AbortController()
  // Windows inside some apps have no AbortSignal.timeout, and the call would never be sent.
  setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeout)
  return signal === undefined ? limit.signal : eitherSignal(signal, limit.signal)
}

/**
 * A signal that aborts with the first of the two, for the same reason. The oldest supported browsers (Safari 16.4, Chrome 111)
 * lack `AbortSignal.any`; with it every call that has a time limit would fail there.
 */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const signal of [one, other]) {
    const follow = () => either.abort(signal.reason)
    if (signal.aborted) follow()
    else signal.addEventListener('abort', follow, { once: true, signal: either.signal })
  }
  return either.signal
}
