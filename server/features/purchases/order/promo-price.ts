import { sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { promoCodes } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import type { TestRow } from '../../catalog/present-test.ts'

type PromoRow = typeof promoCodes.$inferSelect

/** What somebody wants to buy. The price is in kopiykas. */
interface Wanted {
  title: string
  price: number
  tests: readonly TestRow[]
  isBundle: boolean
}

/** The price by a promo code, in kopiykas. */
export interface PromoPrice {
  id: string
  price: number
}

/** In kopiykas. No provider takes less, but for nothing at all. */
const leastPrice = 100

/**
 * The price of `wanted` by this code for this person (null: a guest). With `isOrder` the code's row stays locked, so that of
 * concurrent orders no more than its uses are placed. A waiting order of the same tests by the same person is no other use: a
 * second press finds it. Throws 409 `promo_invalid` with the reason.
 */
export async function priceByPromo(
  queries: Queries,
  code: string,
  wanted: Wanted,
  { userId, isOrder }: { userId: string | null; isOrder: boolean },
): Promise<PromoPrice> {
  const found = queries.select().from(promoCodes).where(sql`upper(${promoCodes.code}) = ${code.trim().toUpperCase()}`)
  const [promo] = await (isOrder ? found.for('update') : found)
  if (promo === undefined || !isRunning(promo)) throw invalid('Такого промокоду немає, або його вже не приймають.')
  if (!fits(promo, wanted)) throw invalid(`Цей промокод не діє на «${wanted.title}».`)
  const { uses, own } = await countUses(queries, promo, wanted, userId)
  if (promo.onceAPerson && own > 0) throw invalid('Ви вже скористалися цим промокодом.')
  if (promo.usesMost !== null && uses >= promo.usesMost) {
    throw invalid('Цей промокод уже використали стільки разів, скільки було можна.')
  }
  return { id: promo.id, price: discounted(wanted.price, promo) }
}

function isRunning({ beginsAt, endsAt, endedAt }: PromoRow): boolean {
  const now = Date.now()
  return endedAt === null && beginsAt.getTime() <= now && (endsAt === null || endsAt.getTime() > now)
}

function fits({ testIds, isForBundles }: PromoRow, { tests, price, isBundle }: Wanted): boolean {
  if (price === 0 || (isBundle && !isForBundles)) return false
  return testIds === null || tests.every(({ id }) => testIds.includes(id))
}

/** A percentage is rounded in the buyer's favour, to whole kopiykas. Below the least price it is that, or nothing at all. */
function discounted(price: number, { percent, sum }: PromoRow): number {
  const less = percent === null ? price - (sum ?? 0) : Math.floor((price * (100 - percent)) / 100)
  return less <= 0 ? 0 : Math.max(less, leastPrice)
}

/** Orders that use the code: paid, waiting, or declined within a day, because those can be paid again. */
async function countUses(
  queries: Queries,
  { id }: PromoRow,
  { tests }: Wanted,
  userId: string | null,
): Promise<{ uses: number; own: number }> {
  const testIds = tests.map((test) => test.id)
  const { rows } = await queries.execute<{ uses: number; own: number }>(sql`
    select count(*)::int as uses, count(*) filter (where o.user_id = ${userId}::uuid)::int as own
    from orders o where o.promo_code_id = ${id}
      and (o.status in ('pending', 'paid') or (o.status = 'failed' and o.created_at > now() - interval '1 day'))
      and not (o.status <> 'paid' and o.user_id is not distinct from ${userId}::uuid and exists (
        select 1 from purchases p where p.order_id = o.id and p.test_id = any(${sql.param(testIds)}::uuid[])))`)
  return rows[0]!
}

const invalid = (detail: string) => new Failure(409, 'promo_invalid', detail, { fields: { code: detail } })
