import { examplePool } from '#content/examples.ts'
import { publishExample } from '#content/publish-example.ts'

/**
 * What the server will say to a drawn page and the release knows by itself, by the page's path and the key of the query:
 * the examples are the same on every server. The page is drawn with it and carries it along.
 */
export function drawnReplies(path: string): Record<string, unknown> {
  if (path !== '/examples') return {}
  const results = examplePool().map(publishExample)
  return { examples: { count: results.length, next: null, previous: null, results } }
}
