import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '../db/connect.ts'
import { bundles, bundleTests, tests } from '../db/schema/catalog.ts'

/** A seeded bundle. `price` is in kopiykas; `tests` are slugs. */
interface SeededBundle {
  slug: string
  title: string
  price: number
  tests: readonly string[]
}

const seededBundles: readonly SeededBundle[] = [
  {
    slug: 'usi-try',
    title: 'Усі три тести IQ',
    price: 399_00,
    tests: ['verbalnij', 'abstraktnij', 'logichnij'],
  },
]

/** Seeds the bundles after the tests. An existing one keeps its price and whether it is on sale, which operators may change. */
export async function seedBundles(tx: Queries): Promise<void> {
  for (const [position, { slug, title, price, tests: slugs }] of seededBundles.entries()) {
    const [bundle] = await tx
      .insert(bundles)
      .values({ slug, title, price, position })
      .onConflictDoUpdate({
        target: bundles.slug,
        set: { title: sql`excluded.title`, position: sql`excluded.position` },
      })
      .returning({ id: bundles.id })
    const { id: bundleId } = bundle!
    const found = await tx
      .select({ testId: tests.id, slug: tests.slug })
      .from(tests)
      .where(inArray(tests.slug, [...slugs]))
    const rows = found.map((test) => ({ bundleId, testId: test.testId, position: slugs.indexOf(test.slug) }))
    await tx.delete(bundleTests).where(sql`${bundleTests.bundleId} = ${bundleId}`)
    await tx.insert(bundleTests).values(rows)
  }
}
