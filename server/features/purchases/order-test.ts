import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { Failure, notFound } from '../../failure.ts'
import { type PaymentProvider, PaymentUnavailable } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { holdAccount } from '../auth/hold-account.ts'
import { requireTest } from '../catalog/find-test.ts'
import { insertOrder, type NewOrder } from './insert-order.ts'
import { appendMovement } from './ledger.ts'
import { markPaid } from './mark-paid.ts'
import { lockOrders } from './order-lock.ts'
import { type PurchaseRow, type Standing, standingColumns, type StoredCheckout } from './purchase-standing.ts'
import { settleOrder } from './settle-order.ts'

interface OrderRequest {
  userId: string
  /** Id or slug. */
  testId: string
  idempotencyKey: string
}

/**
 * The person's order of a test: the one that this key made before, else the live one (to be paid, or paid and in use),
 * else a new one. A free test is paid at once. Throws 404 for an unknown test, 409 `idempotency_mismatch` for a key that
 * ordered another test, 503 while the payment provider is away.
 */
export async function orderTest(
  services: Services,
  provider: PaymentProvider,
  { userId, testId, idempotencyKey }: OrderRequest,
): Promise<PurchaseRow> {
  const test = await requireTest(services.db, testId)
  const standing = await findStanding(services.db, userId, test.id, idempotencyKey)
  if (standing?.purchase.status === 'pending') await settleOrder(services, provider, standing)

  const purchase = await services.db.transaction(async (tx) => {
    await lockOrders(tx, { userId, testId: test.id })
    await holdAccount(tx, userId)
    const found = await findStanding(tx, userId, test.id, idempotencyKey)
    if (found?.purchase.idempotencyKey === idempotencyKey || (found && !found.isOver)) return found.purchase
    if (found) await tx.update(purchases).set({ live: false }).where(eq(purchases.id, found.purchase.id))
    return placeOrder(tx, services, provider, { test, userId, idempotencyKey })
  })
  const needsCheckout = purchase.status === 'pending' && purchase.checkout === null
  return needsCheckout ? openCheckout(services, provider, purchase) : purchase
}

/** The order that this key made, else the live one of this test. */
async function findStanding(
  queries: Queries,
  userId: string,
  testId: string,
  idempotencyKey: string,
): Promise<Standing | undefined> {
  const [byKey] = await queries
    .select(standingColumns)
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.idempotencyKey, idempotencyKey)))
  if (byKey !== undefined) {
    if (byKey.purchase.testId !== testId) throw keyOfAnotherOrder()
    return byKey
  }
  const [live] = await queries
    .select(standingColumns)
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.testId, testId), eq(purchases.live, true)))
  return live
}

async function placeOrder(tx: Queries, services: Services, provider: PaymentProvider, order: NewOrder) {
  const isFree = order.test.price === 0
  const purchase = await insertOrder(tx, isFree ? 'free' : provider.name, order)
  if (purchase === undefined) throw keyOfAnotherOrder()
  if (!isFree) return purchase
  const { id, currency } = purchase
  await appendMovement(tx, { purchaseId: id, kind: 'payment', amount: 0, currency, provider: 'free', paymentId: id })
  return markPaid(tx, services, purchase)
}

/**
 * Opens the payment outside any transaction, for the provider may take seconds. Of two callers who do so at once the
 * first one's checkout holds, and both get it. An order that was saved while another provider was away becomes this one's.
 */
async function openCheckout(
  { db, log }: Services,
  provider: PaymentProvider,
  purchase: PurchaseRow,
): Promise<PurchaseRow> {
  try {
    const { id, price, currency, cardTitle } = purchase
    const { form, reference, expiresAt } = await provider.openCheckout({
      id,
      amount: price,
      currency,
      description: `${cardTitle}: доступ до тесту`,
    })
    const checkout: StoredCheckout = { form, reference }
    await db
      .update(purchases)
      .set({ provider: provider.name, checkout, checkoutExpiresAt: expiresAt })
      .where(and(eq(purchases.id, id), eq(purchases.status, 'pending'), isNull(purchases.checkout)))
    const [current] = await db.select().from(purchases).where(eq(purchases.id, id))
    if (current === undefined) throw notFound()
    return current
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    log.error({ err: error }, 'the payment provider is away')
    throw new Failure(
      503,
      'overloaded',
      'Платіжний сервіс зараз не відповідає. Замовлення збережено, спробуйте за хвилину.',
      {
        retryAfterSeconds: 30,
      },
    )
  }
}

const keyOfAnotherOrder = () =>
  new Failure(409, 'idempotency_mismatch', 'Цей ключ уже використано для іншого замовлення. Спробуйте купити ще раз.')
