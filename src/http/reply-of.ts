import { ApiError } from './api-error.ts'
import type { Reply } from './reply.ts'

/** A call's failure as a value. Rethrows an error that is a fault of our own code. */
export async function replyOf<Body>(call: Promise<Body>): Promise<Reply<Body>> {
  try {
    return { kind: 'answered', body: await call }
  } catch (error) {
    if (error instanceof ApiError) return replyOfError(error)
    if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
      return { kind: 'silence' }
    }
    throw error
  }
}

function replyOfError(error: ApiError): Exclude<Reply<never>, { kind: 'answered' }> {
  switch (error.kind) {
    case 'network':
      return { kind: 'silence' }
    case 'html':
      return { kind: 'unreadable', form: 'html', status: error.status_code }
    case 'contract':
      return { kind: 'unreadable', form: 'unknown', status: error.status_code }
    case 'reply':
      return {
        kind: 'refused',
        status: error.status_code,
        code: error.code,
        message: error.detail ?? '',
        resultUrl: error.result_url ?? null,
        retryAfter: error.retry_after ?? null,
      }
  }
}
