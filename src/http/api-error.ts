/**
 * How a call failed. `reply`: a JSON refusal; `network`: no reply, or a broken one; `html`: a page in place of JSON (a proxy, a
 * captive portal, an unknown path); `contract`: a reply that the contract cannot read.
 */
export type FailureKind = 'reply' | 'network' | 'html' | 'contract'

interface Failure {
  kind: FailureKind
  /** HTTP status; 0 without a reply. */
  status_code: number
  /** The server's sentence for the person; absent if it gave none. */
  detail?: string | undefined
  code?: string | undefined
  fields?: Record<string, string> | undefined
  result_url?: string | undefined
  retry_after?: number | undefined
  cause?: unknown
}

/** The only error that a call throws, except for an abort by its caller. It carries no sentence of its own. */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly status_code: number
  readonly detail: string | undefined
  /** The failure's stable name (contract/error.ts), or ''. */
  readonly code: string
  /** Form field → its sentence; empty if the failure is not about a form. */
  readonly fields: Record<string, string>
  readonly result_url: string | undefined
  /** The wait before another try that the server asked for, in milliseconds (Retry-After). */
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

/** Whether a server replied with a JSON 401; a portal's page does not count. */
export function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'reply' && error.status_code === 401
}

/** Whether the thing does not exist. Another server also replies like this, with a page, to every unknown call. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status_code === 404
}

/** Whether another server lacks this call: it answers 404, 405 or 501, often with a page. The feature is absent there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status_code)
}

/** network: no reply, or a foreign page in its place · server: a reply with a status of 500 or more. */
export type Unreachable = 'network' | 'server'

/** Why the server could not be asked, or null if it gave a reply. */
export function unreachable(error: unknown): Unreachable | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'network' || error.kind === 'html') return 'network'
  return error.status_code >= 500 ? 'server' : null
}

/** An empty list, for servers without this call. */
export const emptyList = { count: 0, results: [] }

/** The reply to a call that only our server has; `instead` if another server lacks the call. Rethrows other errors. */
export async function whereKnown<Reply>(call: Promise<Reply>, instead: NoInfer<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (isAbsent(error)) return instead
    throw error
  }
}

/** Whether a page must report its query's failure. If it shows an older copy, `SavedCopy` reports an unreachable server. */
export function failedToShow(error: unknown, data: unknown): boolean {
  return error !== null && (data === undefined || unreachable(error) === null)
}
