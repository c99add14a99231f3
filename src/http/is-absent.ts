import { ApiError } from './api-error.ts'

/**
 * True when the server does not know this call at all: another server than this product's, which speaks the
 * specification's calls only and answers the rest with 404 or 405, often as a page. The feature is absent there.
 */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status_code)
}
