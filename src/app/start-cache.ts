import type { QueryClient } from '@tanstack/react-query'
import { forgetStrangers, keepQueries } from '../cache/keep-queries.ts'
import { refreshOnReturn } from '../cache/refresh-stale.ts'
import { savedCopyLine } from '../cache/saved-copy-piece.ts'
import { whenIdle } from '../pwa/when-idle.ts'

/** Lets what the server said outlive the page, for pages that open without a network. */
export function startCache(client: QueryClient): void {
  keepQueries(client)
  refreshOnReturn(client)
}

/** What of this can wait until the page is shown. */
export function startCacheLater(): void {
  // By then it is settled who is signed in.
  whenIdle(() => void forgetStrangers())
  whenIdle(savedCopyLine.prepare)
}
