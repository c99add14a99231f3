import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Where the server says which headers every page has. */
const headersOfPages = 'server/plugins/security-headers.ts'

/**
 * Names the headers of this release in every page. The worker keeps pages with the headers that they came with, and asks for a page again
 * only when its bytes are others: a policy that changes on the server alone would not reach who has been here before.
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
