import { examplePool } from '#content/examples.ts'
import { publishExample } from '#content/publish-example.ts'
import { examplesOfLanding } from '../../src/features/landing/first-example.ts'

/**
 * What the server will say to a drawn page and the release knows by itself, by the page's path and the key of the query:
 * the examples are the same on every server. The page is drawn with it and carries it along, so the landing page has no more
 * of them than it shows: with all it would not fit into the first ten packets (decision 0024).
 */
export function drawnReplies(path: string): Record<string, unknown> {
  if (path !== '/' && path !== '/examples') return {}
  const all = examplePool().map(publishExample)
  const results = path === '/' ? examplesOfLanding(all) : all
  return { examples: { count: all.length, next: null, previous: null, results } }
}
