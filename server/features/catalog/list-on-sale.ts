import type { Queries } from '../../db/connect.ts'
import { listBundleLines } from './bundles.ts'
import { aboutBundle } from './public-documents.ts'
import { publishedTests } from './published-tests.ts'

/** A test or a bundle on sale, as a link to it describes it. */
interface OnSale {
  kind: 'test' | 'bundle'
  slug: string
  title: string
  summary: string
}

/** What is on sale: at most `mostTests` tests, in no order, then the bundles. */
export async function listOnSale(queries: Queries, mostTests: number): Promise<OnSale[]> {
  const [tests, bundles] = await Promise.all([publishedTests(queries, mostTests), listBundleLines(queries)])
  return [
    ...tests.map(({ slug, title, summary }) => ({ kind: 'test' as const, slug, title, summary })),
    ...bundles.map((bundle) => ({
      kind: 'bundle' as const,
      slug: bundle.slug,
      title: bundle.title,
      summary: aboutBundle(bundle),
    })),
  ]
}
