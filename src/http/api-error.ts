/**
 * How a call failed. `reply`: the server said so in JSON; `network`: no reply, or one that broke off; `html`: a page came
 * in place of JSON (a proxy, a captive portal, an unknown path); `contract`: a reply that is not what the contract promises.
 */
export type FailureKind = 'reply' | 'network' | 'html' | 'contract'

interface Failure {
  kind: FailureKind
  /** HTTP status; 0 when there was no reply. */
  status_code: number
  /** The server's sentence for the person; absent when it gave none. */
  detail?: string | undefined
  code?: string | undefined
  fields?: Record<string, string> | undefined
  result_url?: string | undefined
  retry_after?: number | undefined
  cause?: unknown
}

/** The one error that a call throws, except for an abort that the caller asked for. Carries no sentence of its own. */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly status_code: number
  readonly detail: string | undefined
  /** The failure's stable name (contract/error.ts), or '' when the server gave none. */
  readonly code: string
  /** Form field → its sentence; empty when the failure is not about a form. */
  readonly fields: Record<string, string>
  readonly result_url: string | undefined
  /** Milliseconds that the server asked to wait before another try (Retry-After). */
  readonly retry_after: number | undefined

  constructor(failure: Failure) {
    super(`${failure.kind} ${failure.status_code} ${failure.code ?? ''}`.trim(), { cause: failure.cause })
    this.name = 'ApiError'
    this.kind = failure.kind
    this.status_code = failure.status_code
    this.detail = failure.detail
    this.code = failure.code ?? ''
    this.fields = failure.fields ?? {}
    this.result_url = failure.result_url
    this.retry_after = failure.retry_after
  }
}

/** Our own server's JSON 401, never a portal's page. */
export function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'reply' && error.status_code === 401
}

/** There is no such thing; another server says it with a page for every call that it does not know. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status_code === 404
}

/**
 * True when the server does not know this call at all: another server than this product's, which speaks the
 * specification's calls only and answers the rest with 404 or 405, often as a page. The feature is absent there.
 */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status_code)
}

/** network: nothing came back, or a page of somebody else's in place of a reply · server: it is there, and fails. */
export type Unreachable = 'network' | 'server'

/** Why the server could not be asked, or null when it was asked and said something. */
export function unreachable(error: unknown): Unreachable | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'network' || error.kind === 'html') return 'network'
  return error.status_code >= 500 ? 'server' : null
}

/** An empty list, for servers without this call. */
export const emptyList = { count: 0, results: [] }

/** The reply to a call that only our server has; elsewhere, where it answers 404, `instead`: its feature is absent, not broken. */
export async function whereKnown<Reply>(call: Promise<Reply>, instead: NoInfer<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return instead
    throw error
  }
}

/** Whether a page must say that its query failed: not where it shows an older copy, for then `SavedCopy` says it. */
export function failedToShow(error: unknown, data: unknown): boolean {
  return error !== null && (data === undefined || unreachable(error) === null)
}
