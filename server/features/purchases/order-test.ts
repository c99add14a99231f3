import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { holdAccount } from '../auth/hold-account.ts'
import { requireTest } from '../catalog/find-test.ts'
import { giveWay } from './give-way.ts'
import { lockOrders } from './order-lock.ts'
import { keyOfAnotherOrder, openCheckout, placeOrder } from './place-order.ts'
import { findInUse, type OrderedPurchase } from './purchase-in-use.ts'
import { orderColumns, standingColumns } from './purchase-standing.ts'
import { settleOrder } from './settle-order.ts'

interface OrderRequest {
  userId: string
  /** Id or slug. */
  testId: string
  idempotencyKey: string
}

/**
 * The person's order of a test: the one that this key made before, else the one in use (to be paid, or paid with exams
 * left), else a new one, also beside a paid one whose exams are used up. A free test is paid at once. Returns the id of
 * its purchase. Throws 404 for an unknown test, 409 `idempotency_mismatch` for a key that ordered another test, 429
 * `too_many_orders` as `placeOrder` says, 503 while the payment provider is away.
 */
export async function orderTest(
  services: Services,
  provider: PaymentProvider,
  { userId, testId, idempotencyKey }: OrderRequest,
): Promise<string> {
  const test = await requireTest(services.db, testId)
  const before = await findStanding(services.db, userId, test.id, idempotencyKey)
  if (before?.order.status === 'pending') await settleOrder(services, provider, before)

  const { order, purchase } = await services.db.transaction(async (tx) => {
    await holdAccount(tx, userId)
    await lockOrders(tx, userId, [test.id])
    const byKey = await findByKey(tx, userId, test.id, idempotencyKey)
    if (byKey !== undefined) return byKey
    const inUse = await findInUse(tx, userId, test.id)
    if (inUse !== undefined && !(await giveWay(tx, services, inUse))) return inUse
    return placeOrder(tx, services, provider, { tests: [test], userId, idempotencyKey })
  })
  if (order.status === 'pending' && order.checkout === null) {
    await openCheckout(services, provider, order, purchase.cardTitle)
  }
  return purchase.id
}

/** The order that this key made, else the one of this test that is in use. */
async function findStanding(queries: Queries, userId: string, testId: string, idempotencyKey: string) {
  return (await findByKey(queries, userId, testId, idempotencyKey)) ?? (await findInUse(queries, userId, testId))
}

async function findByKey(
  queries: Queries,
  userId: string,
  testId: string,
  idempotencyKey: string,
): Promise<OrderedPurchase | undefined> {
  const [row] = await queries
    .select({ ...standingColumns, ...orderColumns })
    .from(orders)
    .innerJoin(purchases, eq(purchases.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)))
    .orderBy(purchases.position)
    .limit(1)
  const isOfThisTest = row?.order.bundleId === null && row.purchase.testId === testId
  if (row !== undefined && !isOfThisTest) throw keyOfAnotherOrder()
  return row
}
