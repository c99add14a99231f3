import { ApiError } from './api-error.ts'

/** network: nothing came back, or a page of somebody else's in place of a reply · server: it is there, and fails. */
export type Unreachable = 'network' | 'server'

/** Why the server could not be asked, or null when it was asked and said something. */
export function unreachable(error: unknown): Unreachable | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'network' || error.kind === 'html') return 'network'
  return error.status_code >= 500 ? 'server' : null
}
