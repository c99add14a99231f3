import { eq } from 'drizzle-orm'
import type { Bundle } from '#contract/bundle.ts'
import type { Queries } from '../../db/connect.ts'
import { bundles, bundleTests, tests } from '../../db/schema/catalog.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound } from '../../failure.ts'
import type { OwnedNow, Ownership } from './ownership.ts'
import { presentOwnedBy } from './present-owned.ts'
import type { TestRow } from './present-test.ts'

/** A bundle on sale, with its tests in their order. */
export interface BundleOnSale {
  bundle: typeof bundles.$inferSelect
  tests: [TestRow, TestRow, ...TestRow[]]
}

/** A bundle as everybody sees it, in one line. Amounts are in kopiykas. */
export interface BundleLine {
  slug: string
  title: string
  price: number
  currency: string
  /** How much cheaper it is than its tests one by one. */
  spared: number
  tests: readonly TestRow[]
}

export async function listBundleLines(queries: Queries): Promise<BundleLine[]> {
  const found = await findOnSale(queries)
  return found.map(({ bundle: { slug, title, price, currency }, tests: ofBundle }) => {
    return { slug, title, price, currency, spared: sumOf(ofBundle) - price, tests: ofBundle }
  })
}

/** The bundles on sale as this person, or a guest (null), sees them. */
export async function listBundlesFor(queries: Queries, ownership: Ownership, userId: string | null): Promise<Bundle[]> {
  const found = await findOnSale(queries)
  const rows = new Map(found.flatMap((one) => one.tests).map((test) => [test.id, test]))
  const owned = userId === null ? new Map() : await ownership.findOwned(queries, userId, [...rows.keys()])
  const byId = new Map(presentOwnedBy(owned, [...rows.values()]).map((test) => [test.id, test]))
  return found.map((one) => {
    const { id, slug, title, price, currency } = one.bundle
    const shown = one.tests.map((test) => byId.get(test.id)!)
    const rest = restOf(one, owned)
    return {
      id,
      slug,
      title,
      price,
      currency,
      full_price: sumOf(one.tests),
      tests: shown,
      can_buy: shown.every((test) => test.owned_purchase_id == null || test.can_buy_again === true),
      rest: rest && {
        price: rest.price,
        test_ids: rest.tests.map((test) => test.id),
        until: rest.until.toISOString(),
      },
    }
  })
}

/** The tests of a bundle that a person has not bought, for the difference to its price. Amounts are in kopiykas. */
export interface BundleRest {
  tests: [TestRow, ...TestRow[]]
  price: number
  /** The moment until which earlier payments count. */
  until: Date
}

/**
 * The rest of a bundle for a person who bought some of its tests one by one: in all they pay no more than for the whole bundle
 * (decision 0143). Null if they have none or all of its tests, if one was not paid for by itself in time, or if nothing is saved.
 */
export function restOf({ bundle, tests }: BundleOnSale, owned: ReadonlyMap<string, OwnedNow>): BundleRest | null {
  const [first, ...more] = tests.filter(({ id }) => !owned.has(id))
  const paid = tests.flatMap(({ id }) => owned.get(id) ?? []).map(({ paidApart }) => paidApart)
  const counting = paid.filter((one) => one !== null && one.currency === bundle.currency)
  if (first === undefined || paid.length === 0 || counting.length < paid.length) return null
  const price = bundle.price - counting.reduce((sum, one) => sum + one!.price, 0)
  if (price < leastPrice || price >= sumOf([first, ...more])) return null
  const until = new Date(Math.min(...counting.map((one) => one!.until.getTime())))
  return { tests: [first, ...more], price, until }
}

/** The bundle on sale of this id or slug. Throws 404 `not_found`. */
export async function requireBundle(queries: Queries, idOrSlug: string): Promise<BundleOnSale> {
  const wanted = idOrSlug.replaceAll('\0', '')
  const found = (await findOnSale(queries)).find(({ bundle }) =>
    isUuid(wanted) ? bundle.id === wanted.toLowerCase() : bundle.slug === wanted,
  )
  if (found === undefined) throw notFound()
  return found
}

/** The slug of a bundle, on sale or not: a row of `bundles` is never deleted. */
export async function slugOfBundle(queries: Queries, bundleId: string): Promise<string> {
  const [found] = await queries.select({ slug: bundles.slug }).from(bundles).where(eq(bundles.id, bundleId))
  return found!.slug
}

/** Reads all bundles on sale: there is only a handful. */
async function findOnSale(queries: Queries): Promise<BundleOnSale[]> {
  const rows = await queries
    .select({ bundle: bundles, test: tests })
    .from(bundles)
    .innerJoin(bundleTests, eq(bundleTests.bundleId, bundles.id))
    .innerJoin(tests, eq(tests.id, bundleTests.testId))
    .where(eq(bundles.isPublished, true))
    .orderBy(bundles.position, bundles.id, bundleTests.position)
  const found = new Map<string, { bundle: BundleOnSale['bundle']; tests: TestRow[] }>()
  for (const { bundle, test } of rows) {
    const one = found.get(bundle.id) ?? { bundle, tests: [] }
    one.tests.push(test)
    found.set(bundle.id, one)
  }
  return [...found.values()].filter(isWorthIt)
}

/** Whether a bundle can be sold as stored: two tests or more, on sale for money in its currency, and cheaper than one by one. */
function isWorthIt(one: { bundle: BundleOnSale['bundle']; tests: TestRow[] }): one is BundleOnSale {
  const { bundle, tests: ofBundle } = one
  const canBeSold = ({ isPublished, price, currency }: TestRow) =>
    isPublished && price > 0 && currency === bundle.currency
  return (
    ofBundle.length >= 2 && ofBundle.every(canBeSold) && bundle.price >= leastPrice && bundle.price < sumOf(ofBundle)
  )
}

/** In kopiykas. No provider takes less. */
const leastPrice = 100

const sumOf = (rows: readonly TestRow[]) => rows.reduce((sum, { price }) => sum + price, 0)
