import { unreachable } from '../http/unreachable.ts'

/** Whether a page must say that its query failed: not where it shows an older copy, for then `SavedCopy` says it. */
export function failedToShow(error: unknown, data: unknown): boolean {
  return error !== null && (data === undefined || unreachable(error) === null)
}
