import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { Failure } from '../../failure.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { holdAccount } from '../auth/hold-account.ts'
import { requireTest } from '../catalog/find-test.ts'
import { askForCheckout } from './ask-for-checkout.ts'
import { insertOrder, type NewOrder } from './insert-order.ts'
import { appendMovement } from './ledger.ts'
import { markPaid } from './mark-paid.ts'
import { lockOrders } from './order-lock.ts'
import { findInUse, type OrderedPurchase, supersede } from './purchase-in-use.ts'
import { orderColumns, type OrderRow, type PurchaseRow, standingColumns } from './purchase-standing.ts'
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
 * its purchase. Throws 404 for an unknown test, 409 `idempotency_mismatch` for a key that ordered another test, 503 while
 * the payment provider is away.
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
    if (inUse !== undefined && !(await supersede(tx, inUse))) return inUse
    return placeOrder(tx, services, provider, { tests: [test], userId, idempotencyKey })
  })
  if (order.status === 'pending' && order.checkout === null) await openCheckout(services, provider, order, purchase)
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
  if (row !== undefined && row.purchase.testId !== testId) throw keyOfAnotherOrder()
  return row
}

async function placeOrder(tx: Queries, services: Services, provider: PaymentProvider, order: NewOrder) {
  const isFree = order.tests.every(({ price }) => price === 0)
  const placed = await insertOrder(tx, isFree ? 'free' : provider.name, order)
  if (placed === undefined) throw keyOfAnotherOrder()
  const { id, currency } = placed.order
  if (isFree) {
    await appendMovement(tx, { orderId: id, kind: 'payment', amount: 0, currency, provider: 'free', paymentId: id })
    await markPaid(tx, services, placed)
  }
  return { order: { ...placed.order, status: isFree ? 'paid' : 'pending' }, purchase: placed.lines[0]! }
}

/**
 * Opens the payment outside any transaction, for the provider may take seconds. Of two callers who do so at once the
 * first one's checkout holds, and both get it. An order that was saved while another provider was away becomes this one's.
 */
async function openCheckout(
  services: Services,
  provider: PaymentProvider,
  order: OrderRow,
  purchase: PurchaseRow,
): Promise<void> {
  const opened = await askForCheckout(services, provider, order, purchase, 1)
  await services.db
    .update(orders)
    .set({ provider: provider.name, ...opened })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'pending'), isNull(orders.checkout)))
}

const keyOfAnotherOrder = () =>
  new Failure(409, 'idempotency_mismatch', 'Цей ключ уже використано для іншого замовлення. Спробуйте купити ще раз.')
