import { examplePool } from '#content/examples.ts'
import { publishExample } from '#content/publish-example.ts'
import { examplesOfLanding } from '../../src/features/landing/first-example.ts'

/**
 * Replies for a prerendered page that the release knows itself, by query key: the examples are the same on every server. The page
 * carries them, so the landing page has only those that it shows, and no page has drawn steps of explanations: all would not fit
 * into the first ten packets (decision 0024).
 */
export function drawnReplies(path: string): Record<string, unknown> {
  if (path !== '/' && path !== '/examples') return {}
  const all = examplePool().map((each) => ({ ...publishExample(each), explanation_steps: undefined }))
  const results = path === '/' ? examplesOfLanding(all) : all
  return { examples: { count: all.length, next: null, previous: null, results } }
}
