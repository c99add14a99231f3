import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/connect.ts'
import { bundles, plannedPrices, tests } from '../../db/schema/catalog.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act } from '../audit/act-as-operator.ts'

/** What is sold: a test or a bundle. */
export type Sold = 'test' | 'bundle'

/** The greatest price, in kopiykas: more is a typing error. */
const greatestPrice = 10_000_00

/**
 * Plans another price from a moment on; without one it holds at once. An order keeps the price of its own moment. Throws
 * OperatorMistake for an unknown thing, a price out of bounds, a price to or from 0, or a moment that has passed.
 */
export async function planPrice(
  tx: Queries,
  { sold, id, price, beginsAt }: { sold: Sold; id: string; price: number; beginsAt: Date | null },
): Promise<{ act: Act }> {
  if (!Number.isInteger(price) || price < 0 || price > greatestPrice) {
    throw new OperatorMistake(`A price is a whole number of kopiykas from 0 to ${greatestPrice}.`)
  }
  if (beginsAt !== null && beginsAt.getTime() <= Date.now()) throw new OperatorMistake('That moment has passed.')
  const before = await lockSold(tx, sold, id)
  if ((price === 0) !== (before.price === 0)) {
    throw new OperatorMistake('What costs 0 is a trial: its price stays 0, and nothing on sale becomes one.')
  }
  const [planned] = await tx
    .insert(plannedPrices)
    .values({ ...(sold === 'test' ? { testId: id } : { bundleId: id }), price, beginsAt: beginsAt ?? new Date() })
    .returning({ id: plannedPrices.id })
  if (beginsAt === null) await apply(tx, { id: planned!.id, sold, soldId: id, price })
  const after = { price, begins_at: beginsAt?.toISOString() ?? 'now' }
  return { act: { command: 'price', before: { [sold]: id, price: before.price }, after: { [sold]: id, ...after } } }
}

/** Takes a planned price back. Throws OperatorMistake if none of this id is still to come. */
export async function cancelPrice(tx: Queries, id: string): Promise<{ act: Act }> {
  const isComing = isUuid(id) ? and(eq(plannedPrices.id, id), isNull(plannedPrices.endedAt)) : sql`false`
  const [cancelled] = await tx
    .update(plannedPrices)
    .set({ endedAt: sql`now()`, isApplied: false })
    .where(isComing)
    .returning({ price: plannedPrices.price, beginsAt: plannedPrices.beginsAt })
  if (cancelled === undefined) throw new OperatorMistake('No planned price of this id is still to come.')
  const { price, beginsAt } = cancelled
  return {
    act: {
      command: 'price-cancel',
      before: { price, begins_at: beginsAt.toISOString() },
      after: { state: 'cancelled' },
    },
  }
}

/** Puts something on sale or takes it off. People who have bought it keep it. Throws OperatorMistake. */
export async function setPublished(
  tx: Queries,
  { sold, id, isPublished }: { sold: Sold; id: string; isPublished: boolean },
): Promise<{ act: Act }> {
  const before = await lockSold(tx, sold, id)
  await change(tx, sold, id, { isPublished })
  return {
    act: {
      command: 'publish',
      before: { [sold]: id, is_published: before.isPublished },
      after: { [sold]: id, is_published: isPublished },
    },
  }
}

/** Applies the prices whose moment has come, the oldest first. Several processes share the work: each price is applied once. */
export async function applyPlannedPrices(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(plannedPrices)
      .where(and(isNull(plannedPrices.endedAt), lte(plannedPrices.beginsAt, sql`now()`)))
      .orderBy(asc(plannedPrices.beginsAt), asc(plannedPrices.id))
      .limit(100)
      .for('update')
    for (const { id, testId, bundleId, price } of due) {
      await apply(
        tx,
        testId === null
          ? { id, sold: 'bundle', soldId: bundleId!, price }
          : { id, sold: 'test', soldId: testId, price },
      )
    }
  })
}

async function apply(
  tx: Queries,
  { id, sold, soldId, price }: { id: string; sold: Sold; soldId: string; price: number },
): Promise<void> {
  await change(tx, sold, soldId, { price })
  await tx.update(plannedPrices).set({ endedAt: sql`now()`, isApplied: true }).where(eq(plannedPrices.id, id))
}

async function lockSold(tx: Queries, sold: Sold, id: string): Promise<{ price: number; isPublished: boolean }> {
  if (isUuid(id)) {
    const { price, isPublished } = sold === 'test' ? tests : bundles
    const columns = { price, isPublished }
    const [row] =
      sold === 'test'
        ? await tx.select(columns).from(tests).where(eq(tests.id, id)).for('no key update')
        : await tx.select(columns).from(bundles).where(eq(bundles.id, id)).for('no key update')
    if (row !== undefined) return row
  }
  throw new OperatorMistake(`There is no ${sold} ${id}.`)
}

async function change(
  tx: Queries,
  sold: Sold,
  id: string,
  to: { price: number } | { isPublished: boolean },
): Promise<void> {
  if (sold === 'test') await tx.update(tests).set(to).where(eq(tests.id, id))
  else await tx.update(bundles).set(to).where(eq(bundles.id, id))
}

/** Everything that is or was on sale, with the prices to come. Prices are in kopiykas. */
export async function listShop(queries: Queries) {
  const columnsOf = ({ id, slug, title, price, currency, isPublished }: typeof tests | typeof bundles) => ({
    id,
    slug,
    title,
    price,
    currency,
    isPublished,
  })
  const ofTests = await queries.select(columnsOf(tests)).from(tests).orderBy(asc(tests.position))
  const ofBundles = await queries.select(columnsOf(bundles)).from(bundles).orderBy(asc(bundles.position))
  const planned = await queries
    .select()
    .from(plannedPrices)
    .where(isNull(plannedPrices.endedAt))
    .orderBy(asc(plannedPrices.beginsAt))
  const withPlans = (sold: Sold) => (row: (typeof ofTests)[number]) => ({
    ...row,
    sold,
    planned: planned
      .filter(({ testId, bundleId }) => (sold === 'test' ? testId : bundleId) === row.id)
      .map(({ id, price, beginsAt }) => ({ id, price, beginsAt })),
  })
  return [...ofTests.map(withPlans('test')), ...ofBundles.map(withPlans('bundle'))]
}
