import type { DefaultOptions } from '@tanstack/react-query'
import { ApiError } from '../http/api-error.ts'

/** Asking again helps against a lost network or a stumbling server, never against a clear no. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || error.status_code >= 500
}

/**
 * How the server is asked where a query says nothing else. `networkMode: always`: the browser's opinion about the network
 * is not asked, a try is.
 */
export const queryDefaults: DefaultOptions = {
  queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
  mutations: { networkMode: 'always', retry: false },
}
