import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The source of the headers of every page. */
const headersOfPages = 'server/plugins/security-headers.ts'

/**
 * Adds a hash of this release's headers to every page. The worker keeps pages with their headers, and fetches a page again only
 * if its bytes change: a policy that changes on the server alone would not reach former visitors.
 */
export function nameHeaders(file = headersOfPages): Plugin {
  return {
    name: 'name-headers',
    apply: 'build',
    transformIndexHtml: () => {
      const content = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
      return [{ tag: 'meta', attrs: { name: 'headers', content }, injectTo: 'head' }]
    },
  }
}
